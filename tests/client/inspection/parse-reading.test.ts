import { expect, test } from 'vitest';
import { parseReading } from '#client/production/inspection/parse-reading.ts';

test.each([
  ['20.013', 20.013],
  ['-0,05', -0.05],
  ['+20.06 mm', 20.06],
  // What a Mitutoyo gauge sends: a channel, a sign and the value.
  ['01A+0020.013', 20.013],
  ['0.8 μm', 0.8],
])('what a person types or a gauge sends is read: %s', (text, value) => {
  expect(parseReading(text)).toBe(value);
});

test.each(['', 'abc', '20.0x', 'Err'])('what is not a number is not read as one: “%s”', (text) => {
  expect(parseReading(text)).toBeNull();
});
