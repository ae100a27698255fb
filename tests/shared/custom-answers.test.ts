import { expect, test } from 'vitest';
import { checkAnswer, splitOptions, type Question } from '#shared/rules/custom-answers.ts';

test('the options of a question are separated by half-width or full-width semicolons', () => {
  expect(splitOptions('早班；晚班; early;; late；early')).toEqual(['早班', '晚班', 'early', 'late']);
  expect(splitOptions(null)).toEqual([]);
});

test('an answer to a choice is exactly one of the options', () => {
  const question: Question = {
    question: 'Shift',
    kind: 'choiceAnswer',
    required: true,
    unit: null,
    options: '早班；晚班',
  };
  expect(checkAnswer(question, '晚班')).toEqual({ value: '晚班' });
  expect(checkAnswer(question, '早班；晚班')).toEqual({ problem: { reason: 'notAChoice' } });
});
