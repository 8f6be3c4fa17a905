// Squares: names such as `e5`, their file and rank, and how a turned board shows them.

/** The square's file and rank, both from 0. */
export function parse(square) {
  return { file: square.charCodeAt(0) - 97, rank: Number(square.slice(1)) - 1 };
}

/** The name of the square at a file and rank, both from 0. */
export function name(file, rank) {
  return String.fromCharCode(97 + file) + (rank + 1);
}

/** Every square of a board, row by row from `a1`. */
export function all(size) {
  const squares = [];
  for (let rank = 0; rank < size; rank++) {
    for (let file = 0; file < size; file++) squares.push(name(file, rank));
  }
  return squares;
}

/** Column and row as seen, from the top left, on a board turned clockwise by so many quarters. */
export function place(square, size, quarters) {
  const { file, rank } = parse(square);
  let [column, row] = [file, size - 1 - rank];
  for (let turn = 0; turn < quarters; turn++) [column, row] = [size - 1 - row, column];
  return { column, row };
}

/** The square seen at a column and row of a turned board; null beyond its edge. */
export function at(column, row, size, quarters) {
  if (column < 0 || row < 0 || column >= size || row >= size) return null;
  for (let turn = 0; turn < quarters; turn++) [column, row] = [row, size - 1 - column];
  return name(column, size - 1 - row);
}

/** The quarter turns that bring a camp nearest to the lower left corner. */
export function quartersFor(camp, size) {
  const distance = (quarters) =>
    camp.reduce((sum, square) => {
      const { column, row } = place(square, size, quarters);
      return sum + column + (size - 1 - row);
    }, 0);
  return [0, 1, 2, 3].reduce((best, quarters) => (distance(quarters) < distance(best) ? quarters : best), 0);
}

/** Whether a camp lies in the upper half of a turned board. */
export function isFar(camp, size, quarters) {
  const rows = camp.reduce((sum, square) => sum + place(square, size, quarters).row, 0);
  return rows * 2 < camp.length * (size - 1);
}

/** Whether a camp lies in the right half of a turned board. */
export function isRight(camp, size, quarters) {
  const columns = camp.reduce((sum, square) => sum + place(square, size, quarters).column, 0);
  return columns * 2 > camp.length * (size - 1);
}
