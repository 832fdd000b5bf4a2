/** Dice on wood, pen on paper, a latch, a soft tick: made on the spot with Web Audio. */

import { settings } from '../state/settings.svelte';

export type Sound = 'dice' | 'card' | 'pen' | 'latch' | 'tick' | 'end' | 'nudge';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** A burst of noise through a filter: wood, paper, metal, by its pitch and length. */
function knock(at: AudioContext, start: number, length: number, pitch: number, loud: number, sharp = 1.2): void {
  const frames = Math.ceil(at.sampleRate * length);
  const buffer = at.createBuffer(1, frames, at.sampleRate);
  const wave = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) wave[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = new AudioBufferSourceNode(at, { buffer });
  const filter = new BiquadFilterNode(at, { type: 'bandpass', frequency: pitch, Q: sharp });
  source
    .connect(filter)
    .connect(new GainNode(at, { gain: loud }))
    .connect(at.destination);
  source.start(start);
}

function tone(at: AudioContext, start: number, length: number, pitch: number, loud: number): void {
  const voice = new OscillatorNode(at, { type: 'sine', frequency: pitch });
  const swell = new GainNode(at, { gain: 0 });
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(loud, start + 0.012);
  swell.gain.exponentialRampToValueAtTime(0.0001, start + length);
  voice.connect(swell).connect(at.destination);
  voice.start(start);
  voice.stop(start + length);
}

const SCORES: Record<Sound, (at: AudioContext, now: number) => void> = {
  dice: (at, now) => {
    for (const [i, delay] of [0, 0.07, 0.13, 0.22, 0.29, 0.41].entries()) {
      const start = now + delay + Math.random() * 0.03;
      const loud = 1 - i * 0.11;
      knock(at, start, 0.07, 900 + Math.random() * 900, loud, 2); // the die
      knock(at, start, 0.09, 300 + Math.random() * 80, loud, 1.5); // and the wood under it
    }
  },
  card: (at, now) => {
    knock(at, now, 0.09, 1900, 0.3, 0.6);
    knock(at, now + 0.06, 0.04, 900, 0.35, 1);
  },
  pen: (at, now) => {
    knock(at, now, 0.1, 3600, 0.28, 0.8);
    knock(at, now + 0.1, 0.1, 4200, 0.28, 0.8);
  },
  latch: (at, now) => {
    knock(at, now, 0.05, 2200, 0.6, 4);
    knock(at, now + 0.09, 0.12, 700, 0.8, 3);
    tone(at, now + 0.09, 0.25, 190, 0.12);
  },
  tick: (at, now) => tone(at, now, 0.18, 660, 0.13),
  nudge: (at, now) => {
    tone(at, now, 0.16, 660, 0.12);
    tone(at, now + 0.16, 0.22, 880, 0.12);
  },
  end: (at, now) => {
    for (const [i, pitch] of [392, 494, 587, 784].entries()) tone(at, now + i * 0.11, 0.7, pitch, 0.09);
  },
};

/** What a hand feels, in milliseconds of shaking and of rest: little, and only what concerns it. */
const FELT: Partial<Record<Sound, number[]>> = {
  tick: [25],
  pen: [8],
  latch: [18, 50, 34],
  nudge: [50, 60, 50],
  end: [30, 60, 30],
};

function feel(sound: Sound): void {
  const felt = FELT[sound];
  if (!felt || !settings.vibrates || typeof navigator.vibrate !== 'function') return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate(felt); // browsers refuse it before the first tap
}

export function play(sound: Sound): void {
  feel(sound);
  const at = audio();
  if (at) SCORES[sound](at, at.currentTime + 0.01);
}
