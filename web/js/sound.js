// Two short sounds: a knock of wood for a move, two soft tones for one's turn.

const KNOCK = [{ at: 0, pitch: 240, length: 0.07, loud: 0.25, wave: 'triangle' }];
const TONES = [
  { at: 0, pitch: 523, length: 0.35, loud: 0.12, wave: 'sine' },
  { at: 0.14, pitch: 784, length: 0.5, loud: 0.1, wave: 'sine' },
];

/** The sounds; `wanted()` says whether any are to be heard. */
export function createSound({ wanted }) {
  let context = null;

  function play(notes, asked = wanted()) {
    if (!asked) return;
    try {
      context ??= new AudioContext();
      context.resume();
      for (const note of notes) strike(note);
    } catch {
      // No sound here.
    }
  }

  function strike({ at, pitch, length, loud, wave }) {
    const start = context.currentTime + at;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = wave;
    tone.frequency.setValueAtTime(pitch, start);
    if (wave === 'triangle') tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + length);
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }

  return {
    move: () => play(KNOCK),
    turn: () => play(TONES),
    /** Both, whether they are wanted or not. */
    listen: () => play([...KNOCK, ...TONES.map((note) => ({ ...note, at: note.at + 0.3 }))], true),
  };
}
