import { makeError } from '#shared/kernel/errors.ts';
import { findCharacterProblem, type FieldProblems } from '#shared/kernel/validate.ts';

/**
 * Matches JSON escapes of U+0000 and of halves of surrogate pairs. The database cannot store U+0000 or a
 * single half.
 */
const SUSPICIOUS_ESCAPE = /\\u(?:d[89a-f]|0000)/i;

/** Adds the problems of all texts in a value, with their paths. */
function collectProblems(value: unknown, path: string, problems: FieldProblems): void {
  if (typeof value === 'string') {
    const reason = findCharacterProblem(value);
    if (reason) problems[path] ??= { reason };
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => collectProblems(item, `${path}[${index}]`, problems));
  } else if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      collectProblems(name, path, problems);
      collectProblems(item, `${path}.${name}`, problems);
    }
  }
}

/**
 * Refuses fields whose JSON contains text that the database cannot store, for example half of a surrogate pair.
 * @throws fieldsInvalid with the path of each such text
 */
export function refuseBrokenText(fields: Readonly<Record<string, unknown>>): void {
  const problems: FieldProblems = {};
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') collectProblems(value, name, problems);
    else if (SUSPICIOUS_ESCAPE.test(value)) {
      try {
        collectProblems(JSON.parse(value), name, problems);
      } catch (error) {
        // If the text is not JSON, its backslashes are ordinary characters. A RangeError means that the JSON
        // is nested too deeply.
        if (error instanceof RangeError) problems[name] = { reason: 'notAList' };
      }
    }
  }
  if (Object.keys(problems).length > 0) throw makeError('fieldsInvalid', {}, problems);
}
