import { expect, test } from 'vitest';
import { formatEstimate, formatProbability } from '#client/features/gauge/study/format-estimate.ts';

test.each([
  [0.000_031_25, '0.00003125'],
  [0.012_345, '0.01235'],
  [3.1673, '3.167'],
  [88.361_9, '88.36'],
  [-0.000_5, '-0.0005'],
  [0, '0'],
  [null, '—'],
])('an estimate of %s keeps four significant digits: %s', (value, words) => {
  expect(formatEstimate(value)).toBe(words);
});

test.each([
  [0.000_000_2, '< 0.001'],
  [0.001, '0.001'],
  [0.9741, '0.974'],
  [null, '—'],
])('a probability of %s is written as %s', (probability, words) => {
  expect(formatProbability(probability)).toBe(words);
});
