import { describe, expect, test } from 'vitest';
import { LANGS, type Lang } from '#shared/kernel/lang.ts';
import { makeVerificationCode } from '#server/features/session/verification-code.ts';
import {
  getSpokenDigits,
  renderCodeSamples,
  SPOKEN_DIGITS,
  type Sound,
} from '#server/features/session/verification-sound.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

const CODE_COUNT = 60;
/** The length of a slice whose loudness is measured, in samples. */
const SLICE_SAMPLES = 80;
/** A digit ends after more quiet slices than this. */
const MIN_QUIET_SLICES = 15;
/** The maximum shift at which a digit is compared, and the step between two shifts, both in samples. */
const [MAX_SHIFT, SHIFT_STEP] = [240, 4];
/** The length of the loud part of a digit that is compared, in samples. */
const COMPARED_SAMPLES = 2000;

/** Finds the loudest stretches of a sound. @returns where each begins, in samples */
function findLoudParts(sound: Sound, count: number): number[] {
  const loudness = Array.from({ length: Math.floor(sound.length / SLICE_SAMPLES) }, (_, slice) =>
    Math.hypot(...sound.subarray(slice * SLICE_SAMPLES, (slice + 1) * SLICE_SAMPLES)),
  );
  const threshold = 0.3 * Math.max(...loudness);
  const parts: { from: number; weight: number }[] = [];
  let quietSlices = Infinity;
  for (const [slice, value] of loudness.entries()) {
    if (value < threshold) quietSlices += 1;
    else {
      if (quietSlices > MIN_QUIET_SLICES) parts.push({ from: slice * SLICE_SAMPLES, weight: 0 });
      parts.at(-1)!.weight += value;
      quietSlices = 0;
    }
  }
  const loudest = parts.sort((a, b) => b.weight - a.weight).slice(0, count);
  return loudest.map(({ from }) => from).sort((a, b) => a - b);
}

/** The loud part of every recorded digit. */
const digitTemplatesByLang = new Map<Lang, Sound[]>(
  LANGS.map((lang) => [
    lang,
    getSpokenDigits(lang).map((digit) =>
      digit.subarray(findLoudParts(digit, 1)[0]).subarray(0, COMPARED_SAMPLES),
    ),
  ]),
);

/**
 * Computes the similarity of a template and the sound that begins at the sample `from`. @returns a number from 0 to 1
 */
function computeSoundSimilarity(sound: Sound, from: number, template: Sound): number {
  let [product, soundPower, templatePower] = [0, 0, 0];
  for (let index = 0; index < template.length; index++) {
    const [soundSample, templateSample] = [sound[from + index] ?? 0, template[index]!];
    product += soundSample * templateSample;
    soundPower += soundSample * soundSample;
    templatePower += templateSample * templateSample;
  }
  return Math.abs(product) / Math.sqrt(soundPower * templatePower || 1);
}

/** Finds the digits in a sound, and compares each digit with the recordings. */
function readCode(sound: Sound, lang: Lang): string {
  return findLoudParts(sound, 6)
    .map((from) => {
      let bestMatch = { digit: '', likeness: -1 };
      for (const [index, template] of digitTemplatesByLang.get(lang)!.entries())
        for (let shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift += SHIFT_STEP) {
          const similarity = computeSoundSimilarity(sound, from + shift, template);
          if (similarity > bestMatch.likeness)
            bestMatch = { digit: SPOKEN_DIGITS[index]!, likeness: similarity };
        }
      return bestMatch.digit;
    })
    .join('');
}

/** Speaks a code without any protection, so that `readCode` can read it. */
function speakPlainly(code: string, lang: Lang): Sound {
  const digits = getSpokenDigits(lang);
  const parts = [...code].map((digit) => digits[SPOKEN_DIGITS.indexOf(digit)]!);
  const slotSamples = parts[0]!.length + 2400;
  const sound = new Float32Array(parts.length * slotSamples);
  parts.forEach((part, index) => sound.set(part, index * slotSamples + 1200));
  return sound;
}

describe('the spoken verification code', () => {
  const countReadCodes = (speak: (code: string, lang: Lang) => Sound, codeCount: number) => {
    let count = 0;
    for (let index = 0; index < codeCount; index++) {
      const [code, lang] = [makeVerificationCode(true), LANGS[index % LANGS.length]!];
      if (readCode(speak(code, lang), lang) === code) count += 1;
    }
    return count;
  };

  test('is read by a program that compares it with the recordings if nothing protects it', () => {
    // The program misreads about one plain code in ten, so it must read more than half of the codes.
    expect(countReadCodes(speakPlainly, 20)).toBeGreaterThan(10);
  });

  test('is read less than once in twenty times by that program', () => {
    const count = countReadCodes(renderCodeSamples, CODE_COUNT);
    expectItemsChecked(`spoken codes, of which ${count} were read`, CODE_COUNT);
    expect(count).toBeLessThan(CODE_COUNT / 20);
  });

  test('takes between four and ten seconds, and is never the same twice', () => {
    const [firstSound, secondSound] = [
      renderCodeSamples('234678', 'en_US'),
      renderCodeSamples('234678', 'en_US'),
    ];
    expect(firstSound.length / 8000).toBeGreaterThan(4);
    expect(firstSound.length / 8000).toBeLessThan(10);
    expect(Buffer.from(firstSound.buffer)).not.toEqual(Buffer.from(secondSound.buffer));
  });
});
