import { fail } from '#shared/kernel/errors.ts';
import type { FieldProblems } from '#shared/kernel/validate.ts';
import { optionsOf, type Question } from '#shared/rules/custom-answers.ts';
import type { Hooks } from './hooks.ts';

/** A question that is answered by a choice has at least two; each is asked once. */
export const customFormHooks: Hooks = {
  beforeSave: async (_work, next) => {
    const questions = next.questions as Question[];
    const problems: FieldProblems = {};
    for (const [index, { question, kind, options }] of questions.entries()) {
      if (kind === 'choiceAnswer' && optionsOf(options).length < 2)
        problems[`questions[${index}].options`] = { reason: 'tooFew', params: { min: 2 } };
      if (questions.findIndex((other) => other.question === question) < index)
        problems[`questions[${index}].question`] = { reason: 'repeated' };
    }
    if (Object.keys(problems).length > 0) throw fail('fieldsInvalid', {}, problems);
  },
};
