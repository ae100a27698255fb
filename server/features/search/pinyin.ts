import { pinyin, polyphonic } from 'pinyin-pro';

const HAN = /\p{Script=Han}/u;
const OPTIONS = { toneType: 'none', type: 'array', v: true } as const;
/** Only this many characters of a name are converted. */
const MAX_CHARACTERS = 40;
/** The maximum number of readings of a run; polyphones multiply them. */
const MAX_READINGS = 12;

/** A text in pinyin, as typed on a keyboard. */
interface PinyinKeys {
  /** The initials from each character on, each after a space: ` jmcc mcc cc c`. One line per reading. */
  initials: string;
  /** The syllables, each after a space: ` jing mi che chuang`. One line per reading. */
  sounds: string;
}

/** Splits out the runs of Han characters in a text. */
const splitHanRuns = (text: string): string[] => {
  const runs: string[] = [];
  let run = '';
  for (const character of [...text].slice(0, MAX_CHARACTERS)) {
    if (HAN.test(character)) run += character;
    else if (run) {
      runs.push(run);
      run = '';
    }
  }
  return run ? [...runs, run] : runs;
};

/** Lists the readings of a run: first the usual one, then those with one polyphone replaced, then two, and so on. */
function listReadings(run: string): string[][] {
  const options = polyphonic(run, OPTIONS);
  const seen = new Set<string>();
  const readings: string[][] = [];
  const add = (reading: string[]): void => {
    if (readings.length >= MAX_READINGS || seen.has(reading.join(' '))) return;
    seen.add(reading.join(' '));
    readings.push(reading);
  };
  add(pinyin(run, OPTIONS));
  // The list grows during the loop, up to MAX_READINGS.
  for (let index = 0; index < readings.length; index++) {
    options.forEach((others, at) => {
      for (const option of others) add(readings[index]!.with(at, option));
    });
  }
  return readings;
}

/**
 * Converts the Han characters of a text to pinyin, with every reading of polyphones (重, 长).
 * @param text in the format of search keys, with a space before every Han character
 */
export function toPinyinKeys(text: string): PinyinKeys {
  const initials = new Set<string>();
  const sounds = new Set<string>();
  for (const line of text.replaceAll(/ (?=\p{Script=Han})/gu, '').split('\n')) {
    for (const run of splitHanRuns(line)) {
      for (const syllables of listReadings(run)) {
        const letters = syllables.map((syllable) => syllable.charAt(0)).join('');
        initials.add(syllables.map((_, from) => ` ${letters.slice(from)}`).join(''));
        sounds.add(` ${syllables.join(' ')}`);
      }
    }
  }
  return { initials: [...initials].join('\n'), sounds: [...sounds].join('\n') };
}

/** The first and the last common Han character. */
const FIRST_HAN = 0x4e00;
const LAST_HAN = 0x9fa5;
/** The length of the longest syllable, zhuang. */
const MAX_SYLLABLE_LENGTH = 6;
/** The maximum number of splits of a text. */
const MAX_SPLITS = 8;

let syllables: ReadonlySet<string> | null = null;

/** Reads every Mandarin syllable from the library once, from the common characters. */
function readSyllables(): ReadonlySet<string> {
  if (syllables) return syllables;
  const found = new Set<string>();
  const characters = Array.from({ length: LAST_HAN - FIRST_HAN + 1 }, (_, index) =>
    String.fromCodePoint(FIRST_HAN + index),
  ).join('');
  for (const syllable of pinyin(characters, OPTIONS)) if (/^[a-z]+$/.test(syllable)) found.add(syllable);
  syllables = found;
  return found;
}

/**
 * Splits typed letters into syllables in every possible way; the last syllable may be incomplete. `xian` gives `xian`
 * and `xi an`.
 * @returns the splits, with a space between syllables
 */
export function splitIntoSyllables(letters: string): string[] {
  const known = readSyllables();
  const isPrefix = (text: string) =>
    text.length <= MAX_SYLLABLE_LENGTH && [...known].some((one) => one.startsWith(text));
  const options: string[] = [];
  const split = (rest: string, before: string): void => {
    if (options.length >= MAX_SPLITS) return;
    if (isPrefix(rest)) options.push(before + rest);
    for (let length = Math.min(MAX_SYLLABLE_LENGTH, rest.length - 1); length > 0; length--) {
      const syllable = rest.slice(0, length);
      if (known.has(syllable)) split(rest.slice(length), `${before}${syllable} `);
    }
  };
  if (/^[a-z]{1,60}$/.test(letters)) split(letters, '');
  return options;
}
