import { makeError } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { splitOptions } from '#shared/rules/custom-answers.ts';
import type { HooksOf } from './hooks.ts';

/** Choice questions need at least two options, and the questions of a form must differ. */
export const customFormHooks: HooksOf<'customForm'> = {
  beforeSave: async (_tx, next) => {
    const questions = next.questions;
    const problems: FieldProblems = {};
    for (const [index, { question, kind, options }] of questions.entries()) {
      if (kind === 'choiceAnswer' && splitOptions(options).length < 2)
        problems[`questions[${index}].options`] = { reason: 'tooFew', params: { min: 2 } };
      if (questions.findIndex((other) => other.question === question) < index)
        problems[`questions[${index}].question`] = { reason: 'repeated' };
    }
    if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
  },
};
