import { pinyin, polyphonic } from 'pinyin-pro';

const HAN = /\p{Script=Han}/u;
const OPTIONS = { toneType: 'none', type: 'array', v: true } as const;
/** Of a name that has no end, so many signs are spelled. */
const MAX_SIGNS = 40;
/** A sign that can be read in several ways is spelled in each; of these so many are kept for a name. */
const MAX_READINGS = 12;

/** How a text is typed by those who write Chinese with letters. */
interface Spelling {
  /** The first letters from each sign on, each after a space, as ` jmcc mcc cc c`; one line for each reading. */
  initials: string;
  /** The syllables, each after a space, as ` jing mi che chuang`; one line for each reading. */
  sounds: string;
}

/** The runs of Han characters in a text. */
const runsOf = (text: string): string[] => {
  const runs: string[] = [];
  let run = '';
  for (const sign of [...text].slice(0, MAX_SIGNS)) {
    if (HAN.test(sign)) run += sign;
    else if (run) {
      runs.push(run);
      run = '';
    }
  }
  return run ? [...runs, run] : runs;
};

/** The readings of a run: first as its words are read, then with one sign that can be read otherwise, then with two … */
function readingsOf(run: string): string[][] {
  const ways = polyphonic(run, OPTIONS);
  const known = new Set<string>();
  const readings: string[][] = [];
  const add = (reading: string[]): void => {
    if (readings.length >= MAX_READINGS || known.has(reading.join(' '))) return;
    known.add(reading.join(' '));
    readings.push(reading);
  };
  add(pinyin(run, OPTIONS));
  // Grows while it is walked through, up to its end.
  for (let index = 0; index < readings.length; index++) {
    ways.forEach((others, at) => {
      for (const way of others) add(readings[index]!.with(at, way));
    });
  }
  return readings;
}

/**
 * Spells the Han characters of a text. Polyphones (重, 长) are spelled in each of their ways.
 * @param text as a search key keeps it, where a space stands before every character
 */
export function spell(text: string): Spelling {
  const initials = new Set<string>();
  const sounds = new Set<string>();
  for (const line of text.replaceAll(/ (?=\p{Script=Han})/gu, '').split('\n')) {
    for (const run of runsOf(line)) {
      for (const syllables of readingsOf(run)) {
        const letters = syllables.map((syllable) => syllable.charAt(0)).join('');
        initials.add(syllables.map((_, from) => ` ${letters.slice(from)}`).join(''));
        sounds.add(` ${syllables.join(' ')}`);
      }
    }
  }
  return { initials: [...initials].join('\n'), sounds: [...sounds].join('\n') };
}

/** The first and the last of the Han characters that are in daily use. */
const FIRST_HAN = 0x4e00;
const LAST_HAN = 0x9fa5;
/** Longest syllable, as zhuang. */
const LONGEST = 6;
/** A text that can be cut in more ways than this is searched for in the first of them. */
const MAX_WAYS = 8;

let syllables: ReadonlySet<string> | null = null;

/** Every syllable of the language: what the library reads the signs in daily use as, asked once. */
function allSyllables(): ReadonlySet<string> {
  if (syllables) return syllables;
  const found = new Set<string>();
  const signs = Array.from({ length: LAST_HAN - FIRST_HAN + 1 }, (_, index) =>
    String.fromCodePoint(FIRST_HAN + index),
  ).join('');
  for (const syllable of pinyin(signs, OPTIONS)) if (/^[a-z]+$/.test(syllable)) found.add(syllable);
  syllables = found;
  return found;
}

/**
 * The ways in which typed letters are syllables, the last of which may be begun only: `xian` is `xian` and `xi an`.
 * @returns syllables with a space between them
 */
export function syllablesIn(letters: string): string[] {
  const known = allSyllables();
  const begun = (text: string) => text.length <= LONGEST && [...known].some((one) => one.startsWith(text));
  const ways: string[] = [];
  const cut = (rest: string, before: string): void => {
    if (ways.length >= MAX_WAYS) return;
    if (begun(rest)) ways.push(before + rest);
    for (let length = Math.min(LONGEST, rest.length - 1); length > 0; length--) {
      const syllable = rest.slice(0, length);
      if (known.has(syllable)) cut(rest.slice(length), `${before}${syllable} `);
    }
  };
  if (/^[a-z]{1,60}$/.test(letters)) cut(letters, '');
  return ways;
}
