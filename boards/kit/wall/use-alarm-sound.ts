import { useEffect } from 'react';
import { getServerTime } from '#client/kit/live/live.ts';

/** The minimum time between two sounds, in milliseconds. */
const MIN_SOUND_INTERVAL_MS = 60_000;
/** The maximum age of an alarm that sounds, in milliseconds, so that old alarms do not sound when a wall starts. */
const MAX_ALARM_AGE_MS = 60_000;
/** The tones of the sound: pitch in hertz and start in seconds. */
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
  /** When the alarm fired, ISO 8601. */
  firedAt: string;
}

// These values outlive the component, because a playlist mounts the component again for each board.
/** The ids of the firing alarms that have sounded or need no sound. */
let heardIds = new Set<number>();
/** The ids of the firing alarms that still have to sound. */
let waitingIds = new Set<number>();
/** When the last sound was played, in milliseconds of `performance.now()`. */
let lastSoundMs = Number.NEGATIVE_INFINITY;
let audio: AudioContext | null = null;

/** Plays the sound. A browser may refuse to play it before the first click or key, unless it is set up as a kiosk. */
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

/** Plays one sound for all waiting alarms. */
function playForWaitingAlarms(): void {
  heardIds = new Set([...heardIds, ...waitingIds]);
  waitingIds = new Set();
  lastSoundMs = performance.now();
  playSound().catch((error: unknown) => console.warn('The browser does not play the sound', error));
}

/** Plays a sound when an alarm has just fired, at most once a minute. An alarm that fires in between sounds later. */
export function useAlarmSound(firingAlarms: readonly SoundingAlarm[]): void {
  useEffect(() => {
    const firingIds = new Set(firingAlarms.map(({ id }) => id));
    heardIds = new Set([...heardIds].filter((id) => firingIds.has(id)));
    waitingIds = new Set([...waitingIds].filter((id) => firingIds.has(id)));
    const nowMs = getServerTime();
    for (const { id, sound, firedAt } of firingAlarms) {
      if (heardIds.has(id) || waitingIds.has(id)) continue;
      const isRecent = nowMs - Date.parse(firedAt) < MAX_ALARM_AGE_MS;
      (sound && isRecent ? waitingIds : heardIds).add(id);
    }
    if (waitingIds.size === 0) return undefined;
    const timer = setTimeout(
      playForWaitingAlarms,
      Math.max(0, lastSoundMs + MIN_SOUND_INTERVAL_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [firingAlarms]);
}
