import { pinyin, polyphonic } from 'pinyin-pro';

const HAN_CHARACTER_PATTERN = /\p{Script=Han}/u;
const PINYIN_OPTIONS = { toneType: 'none', type: 'array', v: true } as const;
/** The maximum number of characters of a line that are converted. */
const MAX_CONVERTED_CHARACTERS = 40;
/**
 * The maximum number of listed readings of consecutive Han characters. Each character with several
 * readings multiplies the number of possible readings.
 */
const MAX_READINGS = 12;

/** The pinyin of a text, in the letters that users type on a keyboard. */
interface PinyinKeys {
  /**
   * One line per reading, for example ` jmcc mcc cc c`: the initials of all characters, then the
   * initials without the first character, and so on.
   */
  initials: string;
  /** One line per reading, with a space before each syllable, for example ` jing mi che chuang`. */
  sounds: string;
}

/**
 * Finds the runs of consecutive Han characters among the first MAX_CONVERTED_CHARACTERS characters of a text.
 */
const findHanRuns = (text: string): string[] => {
  const runs: string[] = [];
  let run = '';
  for (const character of [...text].slice(0, MAX_CONVERTED_CHARACTERS)) {
    if (HAN_CHARACTER_PATTERN.test(character)) run += character;
    else if (run) {
      runs.push(run);
      run = '';
    }
  }
  return run ? [...runs, run] : runs;
};

/**
 * Lists the readings of a run of Han characters. The usual reading comes first. Then come the
 * readings in which one character is read differently, then two characters, and so on.
 */
function listReadings(run: string): string[][] {
  const characterReadings = polyphonic(run, PINYIN_OPTIONS);
  const seenReadings = new Set<string>();
  const readings: string[][] = [];
  const addReading = (reading: string[]): void => {
    if (readings.length >= MAX_READINGS || seenReadings.has(reading.join(' '))) return;
    seenReadings.add(reading.join(' '));
    readings.push(reading);
  };
  addReading(pinyin(run, PINYIN_OPTIONS));
  // The list grows during the loop, up to MAX_READINGS.
  for (let index = 0; index < readings.length; index++) {
    characterReadings.forEach((readingsOfCharacter, position) => {
      for (const readingOfCharacter of readingsOfCharacter)
        addReading(readings[index]!.with(position, readingOfCharacter));
    });
  }
  return readings;
}

/**
 * Converts the Han characters of a text to pinyin. A character such as 重 or 长 has several readings, so a run of
 * characters may have several readings. At most MAX_READINGS of them are included.
 * @param text a text in the format of search keys, with a space before every Han character
 */
export function toPinyinKeys(text: string): PinyinKeys {
  const initials = new Set<string>();
  const sounds = new Set<string>();
  for (const line of text.replaceAll(/ (?=\p{Script=Han})/gu, '').split('\n')) {
    for (const run of findHanRuns(line)) {
      for (const syllables of listReadings(run)) {
        const letters = syllables.map((syllable) => syllable.charAt(0)).join('');
        initials.add(syllables.map((_, from) => ` ${letters.slice(from)}`).join(''));
        sounds.add(` ${syllables.join(' ')}`);
      }
    }
  }
  return { initials: [...initials].join('\n'), sounds: [...sounds].join('\n') };
}

/** The code points of the first and the last common Han character. */
const FIRST_HAN_CODE_POINT = 0x4e00;
const LAST_HAN_CODE_POINT = 0x9fa5;
/** The number of letters of the longest syllable, zhuang. */
const MAX_SYLLABLE_LENGTH = 6;
/** The maximum number of ways in which a text is split into syllables. */
const MAX_SPLITS = 8;

let cachedSyllables: ReadonlySet<string> | null = null;

/**
 * Collects the Mandarin syllables from the readings of the common characters. Later calls return the same
 * set.
 */
function collectSyllables(): ReadonlySet<string> {
  if (cachedSyllables) return cachedSyllables;
  const syllables = new Set<string>();
  const characters = Array.from({ length: LAST_HAN_CODE_POINT - FIRST_HAN_CODE_POINT + 1 }, (_, index) =>
    String.fromCodePoint(FIRST_HAN_CODE_POINT + index),
  ).join('');
  for (const syllable of pinyin(characters, PINYIN_OPTIONS))
    if (/^[a-z]+$/.test(syllable)) syllables.add(syllable);
  cachedSyllables = syllables;
  return syllables;
}

/**
 * Splits typed letters into syllables, in at most MAX_SPLITS ways. The last syllable may be incomplete. For
 * example, `xian` gives `xian` and `xi an`.
 * @param letters 1 to 60 lower-case letters; any other text gives no results
 * @returns the results, each with a space between syllables
 */
export function splitIntoSyllables(letters: string): string[] {
  const syllables = collectSyllables();
  const isSyllablePrefix = (text: string) =>
    text.length <= MAX_SYLLABLE_LENGTH && [...syllables].some((syllable) => syllable.startsWith(text));
  const options: string[] = [];
  const collectSplits = (remainingLetters: string, prefix: string): void => {
    if (options.length >= MAX_SPLITS) return;
    if (isSyllablePrefix(remainingLetters)) options.push(prefix + remainingLetters);
    for (let length = Math.min(MAX_SYLLABLE_LENGTH, remainingLetters.length - 1); length > 0; length--) {
      const syllable = remainingLetters.slice(0, length);
      if (syllables.has(syllable)) collectSplits(remainingLetters.slice(length), `${prefix}${syllable} `);
    }
  };
  if (/^[a-z]{1,60}$/.test(letters)) collectSplits(letters, '');
  return options;
}
