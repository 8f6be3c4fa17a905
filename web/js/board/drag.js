// Lets mouse and pen pick a piece up, carry it, and put it down; fingers move the view instead.

const THRESHOLD = 6;

/**
 * Listens on a board. `canLift(square)` says what may be picked up, `onLift(square)`, `onCarry(event)` and
 * `onDrop(from, to)` hear of a drag's course; `to` is null beyond the board. The click that ends a drag is held back.
 */
export function listenToDrags(el, { canLift, onLift, onCarry, onDrop }) {
  let start = null;
  let carrying = false;
  let carried = false;

  const squareUnder = (event) => document.elementFromPoint(event.clientX, event.clientY)?.dataset?.square ?? null;

  function begin(event) {
    carried = false;
    const square = event.target.dataset?.square;
    if (event.pointerType === 'touch' || event.button !== 0 || !square || !canLift(square)) return;
    start = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', stop);
  }

  function move(event) {
    if (event.pointerId !== start.pointer) return;
    if (!carrying && Math.hypot(event.clientX - start.x, event.clientY - start.y) < THRESHOLD) return;
    if (!carrying) {
      carrying = true;
      el.classList.add('carrying');
      onLift(start.square);
    }
    onCarry(event);
  }

  function end(event) {
    if (event.pointerId !== start.pointer) return;
    const from = start.square;
    carried = carrying;
    stop();
    if (!carried) return;
    onDrop(from, squareUnder(event));
  }

  function stop() {
    start = null;
    carrying = false;
    el.classList.remove('carrying');
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', stop);
    onCarry(null);
  }

  el.addEventListener('pointerdown', begin, { capture: true });
  el.addEventListener('click', (event) => {
    if (carried && event.detail > 0) event.stopImmediatePropagation();
    carried = false;
  }, { capture: true });
}
