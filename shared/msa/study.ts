/** The states of a study. */
export const STUDY_STATES = ['studyOpen', 'studyConcluded', 'studyCancelled'] as const;
export type StudyState = (typeof STUDY_STATES)[number];

/** How many appraisers, parts and trials a study can have. */
export const STUDY_LIMITS = {
  appraisers: { min: 2, max: 3 },
  parts: { min: 2, max: 15 },
  trials: { min: 2, max: 3 },
} as const;

/**
 * Identifies one measurement of a study by its appraiser, its trial and its part. Each of the three is a
 * number from 1.
 */
export interface StudyPlace {
  appraiser: number;
  trial: number;
  part: number;
}

/** A measurement, with its position in the random order of its appraiser. */
export interface StudyRun extends StudyPlace {
  /** The position among the measurements of the appraiser, from 1. */
  runOrder: number;
  isEntered: boolean;
  /**
   * The measured value; null if it is not entered yet. Until the study is concluded, the value is null for
   * all callers, so that nobody sees earlier values.
   */
  value: number | null;
}

/** A study with everything that its page shows. */
export interface StudyDetail {
  id: number;
  version: number;
  code: string;
  state: StudyState;
  gaugeCode: string;
  gaugeName: string;
  resolution: number | null;
  characteristic: string;
  unit: string | null;
  decimals: number;
  lowerLimit: number | null;
  upperLimit: number | null;
  appraisers: string[];
  partCount: number;
  trialCount: number;
  raisedAt: string;
  concludedAt: string | null;
  reason: string | null;
  runs: StudyRun[];
}

/**
 * The values of a complete study, as `values[appraiser][part][trial]`. All appraisers measured all parts the
 * same number of times.
 */
export type StudyValues = readonly (readonly (readonly number[])[])[];

/** Arranges the measurements of a study by appraiser, part and trial; null if a value is missing. */
export function arrangeStudyValues({
  appraisers,
  partCount,
  trialCount,
  runs,
}: Pick<StudyDetail, 'partCount' | 'trialCount'> & {
  appraisers: readonly unknown[];
  runs: readonly (StudyPlace & { value: number | null })[];
}): StudyValues | null {
  const values: (number | null)[][][] = appraisers.map(() =>
    Array.from({ length: partCount }, () => Array.from({ length: trialCount }, () => null)),
  );
  for (const { appraiser, part, trial, value } of runs) values[appraiser - 1]![part - 1]![trial - 1] = value;
  const isComplete = values.flat(2).every((value) => value !== null);
  return isComplete ? (values as number[][][]) : null;
}

/**
 * Makes the order of all measurements of a study. In each trial, each appraiser measures all parts once, in a new
 * random order, so that nobody can tell the parts from their order.
 * @param random returns numbers from 0 to below 1
 */
export function planStudyRuns(
  size: { appraiserCount: number; partCount: number; trialCount: number },
  random: () => number,
): (StudyPlace & { runOrder: number })[] {
  const runs: (StudyPlace & { runOrder: number })[] = [];
  for (let appraiser = 1; appraiser <= size.appraiserCount; appraiser++)
    for (let trial = 1; trial <= size.trialCount; trial++)
      shuffle(size.partCount, random).forEach((part, index) =>
        runs.push({ appraiser, trial, part, runOrder: (trial - 1) * size.partCount + index + 1 }),
      );
  return runs;
}

/** Returns the numbers from 1 to `count` in random order (Fisher and Yates). */
function shuffle(count: number, random: () => number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [numbers[index], numbers[other]] = [numbers[other]!, numbers[index]!];
  }
  return numbers;
}
