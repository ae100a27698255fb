import type { Field } from '#shared/kernel/fields.ts';
import { buildFieldSchema, type FieldProblem } from '#shared/kernel/validate.ts';

/** The kinds of answers that a question of a record sheet can have. */
export const ANSWER_KINDS = [
  'textAnswer',
  'numberAnswer',
  'dateAnswer',
  'choiceAnswer',
  'flagAnswer',
] as const;
type AnswerKind = (typeof ANSWER_KINDS)[number];

/** A question of a record sheet, or its copy in a filled-in record. */
export interface Question {
  readonly question: string;
  readonly kind: AnswerKind;
  readonly required: boolean;
  readonly unit: string | null;
  readonly options: string | null;
}

/** Splits the options of a question at semicolons (half-width or full-width), without repeated and empty options. */
export const splitOptions = (options: string | null): string[] => [
  ...new Set(
    (options ?? '')
      .split(/[;\uff1b]/)
      .map((option) => option.trim())
      .filter((option) => option !== ''),
  ),
];

/** Builds the field declaration for the answer to a question. The field of a choice accepts any text. */
export function buildQuestionField({ kind, required }: Question): Field {
  const base = { required, unique: false } as const;
  if (kind === 'numberAnswer') return { ...base, kind: 'number', min: -9_999_999_999 };
  if (kind === 'dateAnswer') return { ...base, kind: 'date' };
  if (kind === 'flagAnswer') return { ...base, kind: 'flag' };
  return { ...base, kind: 'text', max: 2000 };
}

/**
 * Validates an answer to a question.
 * @param answer the typed or chosen text; null or an empty text means no answer
 * @returns the text to store, or the problem
 */
export function checkAnswer(
  question: Question,
  answer: string | null,
): { value: string | null; problem?: undefined } | { value?: undefined; problem: FieldProblem } {
  const parsed = buildFieldSchema(buildQuestionField(question)).safeParse(answer);
  if (!parsed.success) {
    const issue = parsed.error.issues[0] as { params?: FieldProblem } | undefined;
    return { problem: issue?.params ?? { reason: 'notText' } };
  }
  if (parsed.data === null) return { value: null };
  const value = String(parsed.data);
  if (question.kind === 'choiceAnswer' && !splitOptions(question.options).includes(value))
    return { problem: { reason: 'notAChoice' } };
  return { value };
}
