import { choice, flag, text } from '#shared/kernel/fields.ts';
import { ANSWER_KINDS } from '#shared/rules/custom-answers.ts';

/** The fields of a question, shared by record sheets and filled-in records. */
export const questionFields = {
  question: text({ required: true, max: 200 }),
  kind: choice(ANSWER_KINDS, { initial: 'textAnswer', label: 'answerKind' }),
  required: flag({ label: 'fieldRequired' }),
  unit: text({ max: 20 }),
  options: text({ max: 500, label: 'answerOptions' }),
} as const;
