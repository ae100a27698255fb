/**
 * The tables of ISO 2859-1:1999 for single sampling; GB/T 2828.1-2012 has the same tables. Table 1 has the
 * code letters. Tables 2-A, 2-B and 2-C have the plans for normal, tightened and reduced inspection.
 * Acceptance quality limits above 10 % are left out, because they count nonconformities instead of
 * nonconforming pieces.
 */

export const INSPECTION_LEVELS = [
  'levelS1',
  'levelS2',
  'levelS3',
  'levelS4',
  'levelI',
  'levelII',
  'levelIII',
] as const;
export type InspectionLevel = (typeof INSPECTION_LEVELS)[number];

export const SEVERITIES = ['normalInspection', 'tightenedInspection', 'reducedInspection'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The acceptance quality limits in percent of nonconforming pieces, in ascending order. */
export const AQLS = [
  0.01, 0.015, 0.025, 0.04, 0.065, 0.1, 0.15, 0.25, 0.4, 0.65, 1, 1.5, 2.5, 4, 6.5, 10,
] as const;

/** Table 1: the largest size of a lot, and its code letter for each of the inspection levels. */
const CODE_LETTERS = `
     8  A A A A A A B
    15  A A A A A B C
    25  A A B B B C D
    50  A B B C C D E
    90  B B C C C E F
   150  B B C D D F G
   280  B C D E E G H
   500  B C D E F H J
  1200  C C E F G J K
  3200  C D E G H K L
 10000  C D F G J L M
 35000  C D F H K M N
150000  D E G J L N P
500000  D E G J M P Q
     ∞  D E H K N Q R`;

/**
 * Tables 2-A, 2-B and 2-C. A row has the code letter, the sample size, and for each limit the acceptance number, or an
 * arrow to the row whose plan is used instead. The rejection number is one more than the acceptance number.
 */
const MASTER_TABLES: Readonly<Record<Severity, string>> = {
  normalInspection: `
A    2  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓
B    3  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓
C    5  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  1
D    8  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  1  2
E   13  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  1  2  3
F   20  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  1  2  3  5
G   32  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  1  2  3  5  7
H   50  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  1  2  3  5  7 10
J   80  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  1  2  3  5  7 10 14
K  125  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  1  2  3  5  7 10 14 21
L  200  ↓  ↓  ↓  ↓  0  ↑  ↓  1  2  3  5  7 10 14 21  ↑
M  315  ↓  ↓  ↓  0  ↑  ↓  1  2  3  5  7 10 14 21  ↑  ↑
N  500  ↓  ↓  0  ↑  ↓  1  2  3  5  7 10 14 21  ↑  ↑  ↑
P  800  ↓  0  ↑  ↓  1  2  3  5  7 10 14 21  ↑  ↑  ↑  ↑
Q 1250  0  ↑  ↓  1  2  3  5  7 10 14 21  ↑  ↑  ↑  ↑  ↑
R 2000  ↑  ↑  1  2  3  5  7 10 14 21  ↑  ↑  ↑  ↑  ↑  ↑`,
  tightenedInspection: `
A    2  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0
B    3  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓
C    5  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓  ↓
D    8  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓  ↓  1
E   13  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓  ↓  1  2
F   20  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓  ↓  1  2  3
G   32  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓  ↓  1  2  3  5
H   50  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓  ↓  1  2  3  5  8
J   80  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓  ↓  1  2  3  5  8 12
K  125  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓  ↓  1  2  3  5  8 12 18
L  200  ↓  ↓  ↓  ↓  ↓  0  ↓  ↓  1  2  3  5  8 12 18  ↑
M  315  ↓  ↓  ↓  ↓  0  ↓  ↓  1  2  3  5  8 12 18  ↑  ↑
N  500  ↓  ↓  ↓  0  ↓  ↓  1  2  3  5  8 12 18  ↑  ↑  ↑
P  800  ↓  ↓  0  ↓  ↓  1  2  3  5  8 12 18  ↑  ↑  ↑  ↑
Q 1250  ↓  0  ↓  ↓  1  2  3  5  8 12 18  ↑  ↑  ↑  ↑  ↑
R 2000  0  ↑  ↓  1  2  3  5  8 12 18  ↑  ↑  ↑  ↑  ↑  ↑
S 3150  ↑  ↑  1  2  3  5  8 12 18  ↑  ↑  ↑  ↑  ↑  ↑  ↑`,
  reducedInspection: `
A    2  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↓
B    2  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓
C    2  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  ↓
D    3  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  ↓  1
E    5  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  ↓  1  2
F    8  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  ↓  1  2  3
G   13  ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  ↓  1  2  3  5
H   20  ↓  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  ↓  1  2  3  5  6
J   32  ↓  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  ↓  1  2  3  5  6  8
K   50  ↓  ↓  ↓  ↓  ↓  0  ↑  ↓  ↓  1  2  3  5  6  8 10
L   80  ↓  ↓  ↓  ↓  0  ↑  ↓  ↓  1  2  3  5  6  8 10  ↑
M  125  ↓  ↓  ↓  0  ↑  ↓  ↓  1  2  3  5  6  8 10  ↑  ↑
N  200  ↓  ↓  0  ↑  ↓  ↓  1  2  3  5  6  8 10  ↑  ↑  ↑
P  315  ↓  0  ↑  ↓  ↓  1  2  3  5  6  8 10  ↑  ↑  ↑  ↑
Q  500  0  ↑  ↑  ↓  1  2  3  5  6  8 10  ↑  ↑  ↑  ↑  ↑
R  800  ↑  ↑  ↑  1  2  3  5  6  8 10  ↑  ↑  ↑  ↑  ↑  ↑`,
};

/** Splits a table into the words of its rows. */
const splitTable = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/));

interface CodeLetterRow {
  /** The largest size of a lot. */
  maxLot: number;
  letters: Readonly<Record<InspectionLevel, string>>;
}

/** The rows of table 1, in ascending order of the size of the lot. */
export const CODE_LETTER_ROWS: readonly CodeLetterRow[] = splitTable(CODE_LETTERS).map(
  ([maxLot, ...letters]) => ({
    maxLot: maxLot === '∞' ? Infinity : Number(maxLot),
    letters: Object.fromEntries(INSPECTION_LEVELS.map((level, index) => [level, letters[index]!])) as Record<
      InspectionLevel,
      string
    >,
  }),
);

interface MasterTableRow {
  letter: string;
  sampleSize: number;
  /** For each limit of `AQLS`, the acceptance number, or the arrow to another row. */
  cells: readonly (number | '↑' | '↓')[];
}

const parseMasterTable = (table: string): readonly MasterTableRow[] =>
  splitTable(table).map(([letter, sampleSize, ...cells]) => ({
    letter: letter!,
    sampleSize: Number(sampleSize),
    cells: cells.map((cell) => (cell === '↑' || cell === '↓' ? cell : Number(cell))),
  }));

/** The rows of the master table of each severity, in the order of the code letters. */
export const MASTER_TABLE_ROWS: Readonly<Record<Severity, readonly MasterTableRow[]>> = {
  normalInspection: parseMasterTable(MASTER_TABLES.normalInspection),
  tightenedInspection: parseMasterTable(MASTER_TABLES.tightenedInspection),
  reducedInspection: parseMasterTable(MASTER_TABLES.reducedInspection),
};
