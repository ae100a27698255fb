import { useEffect } from 'react';
import { getServerTime } from '#client/kit/live/live.ts';

/** The shortest time between two sounds, in milliseconds. */
const MIN_SOUND_INTERVAL_MS = 60_000;
/** An alarm that fired longer ago makes no sound, so that a wall that is switched on stays quiet, in milliseconds. */
const MAX_ENTRY_AGE_MS = 60_000;
/** The pitch in hertz and the start in seconds of the tones of the sound. */
const TONES = [
  [880, 0],
  [660, 0.25],
  [880, 0.5],
] as const;
const TONE_SECONDS = 0.2;
const VOLUME = 0.25;

/** An alarm that nobody has acknowledged. */
interface SoundingAlarm {
  id: number;
  /** Whether the rule of the alarm asks for a sound. */
  sound: boolean;
  /** ISO 8601. */
  firedAt: string;
}

// These values outlive the component, because a playlist mounts it again for each board.
let heardIds: ReadonlySet<number> = new Set();
let lastSoundMs = Number.NEGATIVE_INFINITY;
let audio: AudioContext | null = null;

/** Plays the sound. A browser that nobody has touched yet may refuse, unless it is set up as a kiosk. */
async function playSound(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') await audio.resume();
  for (const [pitch, startSeconds] of TONES) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    gain.gain.value = VOLUME;
    tone.frequency.value = pitch;
    tone.connect(gain).connect(audio.destination);
    tone.start(audio.currentTime + startSeconds);
    tone.stop(audio.currentTime + startSeconds + TONE_SECONDS);
  }
}

/** Plays a sound when an alarm has just fired, at most once a minute. */
export function useAlarmSound(firingAlarms: readonly SoundingAlarm[]): void {
  useEffect(() => {
    const nowMs = getServerTime();
    const hasEntered = firingAlarms.some(
      ({ id, sound, firedAt }) =>
        sound && !heardIds.has(id) && nowMs - Date.parse(firedAt) < MAX_ENTRY_AGE_MS,
    );
    heardIds = new Set(firingAlarms.map(({ id }) => id));
    if (!hasEntered || nowMs - lastSoundMs < MIN_SOUND_INTERVAL_MS) return;
    lastSoundMs = nowMs;
    playSound().catch((error: unknown) => console.warn('The browser does not play the sound', error));
  }, [firingAlarms]);
}
