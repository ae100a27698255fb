import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lang } from '#shared/kernel/lang.ts';
import { projectFolder } from '../../root.ts';
import { pickRandomBetween } from './random.ts';

/** The digits of audible codes, in the sequence of the recordings. */
export const SPOKEN_DIGITS = '02346789';
const SAMPLES_PER_SECOND = 8000;
const WAV_HEADER_BYTES = 44;
const VOICES_BY_LANG: Readonly<Record<Lang, string>> = { zh_CN: 'zh', zh_TW: 'zh', en_US: 'en', ja_JP: 'ja' };

/** The number of background voices per second of the sound, the range of their volume, and the volume of the noise. */
const BACKGROUND_VOICES_PER_SECOND = 3;
const [MIN_BACKGROUND_VOLUME, MAX_BACKGROUND_VOLUME] = [0.16, 0.3];
const NOISE_VOLUME = 0.035;

/** The samples of a sound. The full range is from -1 to 1. */
export type Sound = Float32Array;

const voicesByName = new Map<string, readonly Sound[]>();

/** Reads the recorded digits of a voice. */
function loadVoice(name: string): readonly Sound[] {
  const voice = voicesByName.get(name);
  if (voice) return voice;
  const file = readFileSync(join(projectFolder, 'server/features/session/spoken-digits', `${name}.wav`));
  const sampleCount = (file.length - WAV_HEADER_BYTES) / 2;
  const samples = Float32Array.from(
    { length: sampleCount },
    (_, index) => file.readInt16LE(WAV_HEADER_BYTES + index * 2) / 32_768,
  );
  const samplesPerDigit = sampleCount / SPOKEN_DIGITS.length;
  const digits = [...SPOKEN_DIGITS].map((_, index) =>
    samples.slice(index * samplesPerDigit, (index + 1) * samplesPerDigit),
  );
  voicesByName.set(name, digits);
  return digits;
}

/** Returns the recordings of all digits in the voice of a language. */
export const getSpokenDigits = (lang: Lang): readonly Sound[] => loadVoice(VOICES_BY_LANG[lang]);

/** Returns a sound at another speed: faster and higher, or slower and lower. */
function changeSpeed(sound: Sound, speed: number): Sound {
  return Float32Array.from({ length: Math.floor(sound.length / speed) - 1 }, (_, index) => {
    const [sourceIndex, fraction] = [Math.floor(index * speed), (index * speed) % 1];
    return (sound[sourceIndex] ?? 0) * (1 - fraction) + (sound[sourceIndex + 1] ?? 0) * fraction;
  });
}

/** Adds a sound to another one, beginning at the sample `from`. */
function mixSoundInto(target: Sound, sound: Sound, from: number, volume: number): void {
  for (let index = 0; index < sound.length && from + index < target.length; index++)
    target[from + index]! += sound[index]! * volume;
}

/** Returns a random digit of any voice, reversed and at another speed: it sounds like speech, but says nothing. */
function makeMeaninglessSpeech(): Sound {
  const names = [...new Set(Object.values(VOICES_BY_LANG))];
  const digits = loadVoice(names[randomInt(names.length)]!);
  return changeSpeed(digits[randomInt(digits.length)]!.toReversed(), pickRandomBetween(0.75, 1.3));
}

/**
 * Renders a code as speech. Each digit has a random speed, pitch, volume and echo. Meaningless
 * speech and noise are added, so that a program cannot compare the digits with the recordings.
 */
export function renderCodeSamples(code: string, lang: Lang): Sound {
  const voice = getSpokenDigits(lang);
  const pickSampleCount = (minSeconds: number, maxSeconds: number) =>
    Math.round(pickRandomBetween(minSeconds, maxSeconds) * SAMPLES_PER_SECOND);
  const placedDigits: { from: number; digit: Sound }[] = [];
  let end = pickSampleCount(0.7, 1.2);
  for (const character of code) {
    const digit = changeSpeed(voice[SPOKEN_DIGITS.indexOf(character)]!, pickRandomBetween(0.85, 1.15));
    placedDigits.push({ from: end, digit });
    end += digit.length + pickSampleCount(0.15, 0.5);
  }
  const sound = new Float32Array(end + pickSampleCount(0.4, 0.8));
  for (const { from, digit } of placedDigits) {
    const volume = pickRandomBetween(0.5, 0.65);
    mixSoundInto(sound, digit, from, volume);
    mixSoundInto(sound, digit, from + pickSampleCount(0.03, 0.07), volume * pickRandomBetween(0.2, 0.4));
  }
  const backgroundVoiceCount = Math.round((sound.length / SAMPLES_PER_SECOND) * BACKGROUND_VOICES_PER_SECOND);
  for (let index = 0; index < backgroundVoiceCount; index++)
    mixSoundInto(
      sound,
      makeMeaninglessSpeech(),
      randomInt(sound.length),
      pickRandomBetween(MIN_BACKGROUND_VOLUME, MAX_BACKGROUND_VOLUME),
    );
  const noise = randomBytes(sound.length);
  return sound.map((value, index) => value + NOISE_VOLUME * (noise[index]! / 127.5 - 1));
}

/** Encodes a sound as a WAV file with 8 bits per sample. */
function encodeWav(sound: Sound): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + sound.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24);
  header.writeUInt32LE(SAMPLES_PER_SECOND, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(sound.length, 40);
  const samples = Uint8Array.from(sound, (value) =>
    Math.max(0, Math.min(255, Math.round(128 + value * 127))),
  );
  return Buffer.concat([header, samples]);
}

/** Renders a verification code as speech: a WAV data URI. */
export const renderCodeSound = (code: string, lang: Lang): string =>
  `data:audio/wav;base64,${encodeWav(renderCodeSamples(code, lang)).toString('base64')}`;
