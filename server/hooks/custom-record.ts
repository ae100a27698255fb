import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { checkAnswer, type Question } from '#shared/rules/custom-answers.ts';
import type { Transaction } from '../db/transaction.ts';
import type { DraftOf, HooksOf } from './hooks.ts';

type AnsweredQuestion = Question & { answer: string | null };

/** Loads a form and its questions. It refuses a form that is missing or not in use. */
async function loadFormInUse(
  tx: Transaction,
  id: number,
): Promise<Pick<DraftOf<'customForm'>, 'appliesTo' | 'questions'> & { version: number }> {
  const form = await tx.db
    .selectFrom('customForm')
    .select(['version', 'inUse', 'name', 'appliesTo'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!form) throw makeError('fieldsInvalid', {}, { customFormId: { reason: 'notAReference' } });
  if (!form.inUse)
    throw makeError('sheetNotInUse', { name: form.name }, { customFormId: { reason: 'notAChoice' } });
  const { rows } =
    await sql<Question>`select question, kind, required, unit, options from custom_form_questions
    where factory_id = ${tx.factoryId} and owner_id = ${id} order by position`.execute(tx.db);
  return { version: form.version, appliesTo: form.appliesTo, questions: rows };
}

/**
 * Finds the employee of the account that saves the record; null if the account has no employee, for example a
 * terminal.
 */
async function findOwnEmployeeId(tx: Transaction): Promise<number | null> {
  const account = await tx.db
    .selectFrom('account')
    .select('employeeId')
    .where('factoryId', '=', tx.factoryId)
    .where('id', '=', tx.accountId ?? 0)
    .executeTakeFirst();
  return account?.employeeId ?? null;
}

function validateAnswers(
  questions: readonly Question[],
  answeredQuestions: readonly AnsweredQuestion[],
): AnsweredQuestion[] {
  const problems: FieldProblems = {};
  const answers = questions.map((question, index) => {
    const answerResult = checkAnswer(question, answeredQuestions[index]?.answer ?? null);
    if (answerResult.problem) problems[`answers[${index}].answer`] = answerResult.problem;
    return { ...question, answer: answerResult.value ?? null };
  });
  if (answeredQuestions.length > questions.length)
    problems[`answers[${questions.length}].answer`] = { reason: 'unknown' };
  if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
  return answers;
}

/** A record is created with the current questions of its form, and keeps these questions. */
export const customRecordHooks: HooksOf<'customRecord'> = {
  beforeSave: async (tx, next, before) => {
    if (!before) next.recordedAt ??= tx.now;
    if (!before && next.employeeId === null) next.employeeId = await findOwnEmployeeId(tx);
    if (next.recordedAt !== null && next.recordedAt > new Date(Date.parse(tx.now) + 60_000).toISOString())
      throw makeError('timeAhead', {}, { recordedAt: { reason: 'notADate' } });
    if (before && before.customFormId !== next.customFormId)
      throw makeError('fieldsInvalid', {}, { customFormId: { reason: 'notAChoice' } });
    const storedAnswers = before && before.answers;
    if (!storedAnswers) {
      const form = await loadFormInUse(tx, next.customFormId);
      const subjectField = form.appliesTo === 'nothing' ? null : (`${form.appliesTo}Id` as const);
      if (subjectField && next[subjectField] === null)
        throw makeError('fieldsInvalid', {}, { [subjectField]: { reason: 'required' } });
      next.formVersion = form.version;
      next.answers = validateAnswers(form.questions, next.answers);
      return;
    }
    next.answers = validateAnswers(storedAnswers, next.answers);
  },
};
