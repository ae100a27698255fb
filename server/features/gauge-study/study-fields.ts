import { STUDY_LIMITS } from '#shared/msa/study.ts';
import { flag, lines, number, ref, refs, text } from '#shared/kernel/fields.ts';

/** The maximum number of values in one call. It suffices for all values of one appraiser. */
const MAX_VALUES_PER_CALL = STUDY_LIMITS.parts.max * STUDY_LIMITS.trials.max;

/** The input fields of the routes of studies. Each route uses some of them. */
export const STUDY_FIELDS = {
  id: ref('gaugeStudy', { required: true, label: 'gaugeStudy' }),
  version: number({ required: true, min: 1, max: 2_000_000_000, decimals: 0 }),
  gaugeId: ref('gauge', { required: true }),
  characteristic: text({ required: true, max: 100 }),
  unit: text({ max: 20 }),
  decimals: number({ min: 0, max: 4, decimals: 0, initial: 3 }),
  lowerLimit: number({ min: -9_999_999_999 }),
  upperLimit: number({ min: -9_999_999_999 }),
  appraiserIds: refs('employee', { max: STUDY_LIMITS.appraisers.max, label: 'appraisers' }),
  partCount: number({ ...STUDY_LIMITS.parts, decimals: 0, initial: 10, label: 'studyParts' }),
  trialCount: number({ ...STUDY_LIMITS.trials, decimals: 0, initial: 3, label: 'studyTrials' }),
  values: lines(
    {
      appraiser: number({ required: true, min: 1, max: STUDY_LIMITS.appraisers.max, decimals: 0 }),
      trial: number({ required: true, min: 1, max: STUDY_LIMITS.trials.max, decimals: 0 }),
      part: number({ required: true, min: 1, max: STUDY_LIMITS.parts.max, decimals: 0, label: 'studyPart' }),
      value: number({ required: true, min: -9_999_999_999, label: 'measuredValue' }),
      /** Whether the call may replace a value that was entered before. */
      replaces: flag({ label: 'replacesValue' }),
    },
    { max: MAX_VALUES_PER_CALL, label: 'studyValues' },
  ),
  reason: text({ required: true, max: 500 }),
} as const;
