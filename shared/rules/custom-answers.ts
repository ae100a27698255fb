import type { Field } from '#shared/kernel/fields.ts';
import { fieldSchema, type FieldProblem } from '#shared/kernel/validate.ts';

/** How a question of a record sheet is answered. */
export const ANSWER_KINDS = [
  'textAnswer',
  'numberAnswer',
  'dateAnswer',
  'choiceAnswer',
  'flagAnswer',
] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

/** What is asked, as a sheet defines it and as a filled-in one keeps it. */
export interface Question {
  readonly question: string;
  readonly kind: AnswerKind;
  readonly required: boolean;
  readonly unit: string | null;
  readonly options: string | null;
}

/** The choices of a question: what stands between the semicolons, of either width. */
export const optionsOf = (options: string | null): string[] => [
  ...new Set(
    (options ?? '')
      .split(/[;;]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** The field that a question stands for; a choice is checked by its own list. */
export function questionField({ kind, required }: Question): Field {
  const base = { required, unique: false } as const;
  if (kind === 'numberAnswer') return { ...base, kind: 'number', min: -9_999_999_999 };
  if (kind === 'dateAnswer') return { ...base, kind: 'date' };
  if (kind === 'flagAnswer') return { ...base, kind: 'flag' };
  return { ...base, kind: 'text', max: 2000 };
}

/**
 * The answer as it is kept, or what is wrong with it.
 * @param answer as it was typed or chosen; empty is no answer
 */
export function checkAnswer(
  question: Question,
  answer: string | null,
): { value: string | null; problem?: undefined } | { value?: undefined; problem: FieldProblem } {
  const read = fieldSchema(questionField(question)).safeParse(answer);
  if (!read.success) {
    const found = read.error.issues[0] as { params?: FieldProblem } | undefined;
    return { problem: found?.params ?? { reason: 'notText' } };
  }
  if (read.data === null) return { value: null };
  const value = String(read.data);
  if (question.kind === 'choiceAnswer' && !optionsOf(question.options).includes(value))
    return { problem: { reason: 'notAChoice' } };
  return { value };
}
