import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ERRORS, type ErrorCode, type ResponseFlag } from '#shared/kernel/error-catalogue.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { buildErrorMessage, buildFieldMessage } from '#shared/terms/error-message.ts';
import { terms } from '#shared/terms/index.ts';
import { projectFolder } from '#server/root.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

const errorCodes = Object.keys(ERRORS) as ErrorCode[];

/** The HTTP statuses that the protocol allows. */
const HTTP_STATUSES = new Set([400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504]);
const STATUSES_BY_FLAG: Record<ResponseFlag, number[]> = {
  LOGIN_VALIDATE: [401],
  PERMISSION_VALIDATE: [403],
  PARAM_VALIDATE: [400, 409, 413, 422],
  TIME_OUT: [408, 503, 504],
};

/** The parameters that the error handler adds to refusals. */
const ADDED_PARAMETERS = new Set(['requestLogId']);

interface MakeErrorCall {
  file: string;
  code: string;
  params: string[] | null;
}

/** Splits the text in brackets at top-level commas. @param openIndex the index of the opening bracket */
function splitArguments(source: string, openIndex: number): string[] {
  const parts: string[] = [];
  let depth = 0;
  let partStart = openIndex + 1;
  let quote: string | null = null;
  for (let index = openIndex; index < source.length; index++) {
    const character = source[index]!;
    if (quote !== null) {
      if (character === '\\') index += 1;
      else if (character === quote) quote = null;
      continue;
    }
    if (character === "'" || character === '"' || character === '`') quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) {
      depth -= 1;
      if (depth === 0) {
        parts.push(source.slice(partStart, index));
        return parts;
      }
    } else if (character === ',' && depth === 1) {
      parts.push(source.slice(partStart, index));
      partStart = index + 1;
    }
  }
  return parts;
}

/**
 * Returns the keys of an object literal and the names of the objects that it spreads.
 * @returns an empty list if `literal` is undefined, and null if it is not an object literal
 */
function readKeys(literal: string | undefined): string[] | null {
  const text = literal?.trim() ?? '{}';
  if (!text.startsWith('{')) return null;
  return splitArguments(text, 0).flatMap((part) => /^\s*(\.\.\.)?(\w+)/.exec(part)?.[2] ?? []);
}

/** Finds the calls like `makeError('code', { … })` in a source. Calls whose code is no literal are left out. */
function findMakeErrorCalls(file: string, source: string): MakeErrorCall[] {
  return [...source.matchAll(/\bmakeError\(/g)].flatMap((match) => {
    const [code, params] = splitArguments(source, match.index + 'makeError'.length);
    const literalCode = /^\s*'(\w+)'\s*$/.exec(code ?? '')?.[1];
    return literalCode ? [{ file, code: literalCode, params: readKeys(params) }] : [];
  });
}

const makeErrorCalls = readdirSync(join(projectFolder, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => findMakeErrorCalls(file, readFileSync(join(projectFolder, 'server', file), 'utf8')));

const findPlaceholders = (code: ErrorCode): string[] =>
  [...terms[`error.${code}`][0].matchAll(/\{\{(\w+)\}\}/g)]
    .map((match) => match[1]!)
    .filter((name) => !ADDED_PARAMETERS.has(name));

describe('the catalogue of errors', () => {
  test('answers every refusal with a status that fits its flag', () => {
    const wrongCodes = errorCodes.filter((code) => {
      const { flag, status } = ERRORS[code];
      return !HTTP_STATUSES.has(status) || (flag !== null && !STATUSES_BY_FLAG[flag].includes(status));
    });
    expect(wrongCodes).toEqual([]);
    expectItemsChecked('errors', errorCodes.length);
  });

  test('has a message in every language for every error, and no message without an error', () => {
    for (const code of errorCodes)
      for (const lang of LANGS) expect(buildErrorMessage(lang, code)).not.toBe(`error.${code}`);
    const unusedTermKeys = Object.keys(terms).filter(
      (key) => /^error\.(?!field\.)/.test(key) && !(key.slice('error.'.length) in ERRORS),
    );
    expect(unusedTermKeys).toEqual([]);
  });

  test('uses exactly the flags of the specification', () => {
    const usedFlags = new Set(errorCodes.map((code) => ERRORS[code].flag));
    expect([...usedFlags].filter(Boolean).sort()).toEqual([
      'LOGIN_VALIDATE',
      'PARAM_VALIDATE',
      'PERMISSION_VALIDATE',
      'TIME_OUT',
    ]);
  });

  test('gives every refusal the parameters that its message uses', () => {
    expect(
      findMakeErrorCalls('x.ts', "makeError('inUse', { name: f(a, 'b,c'), count }, { x: { reason: 'y' } })"),
    ).toEqual([{ file: 'x.ts', code: 'inUse', params: ['name', 'count'] }]);
    const problems = makeErrorCalls
      .filter(({ code }) => code in ERRORS)
      .flatMap(({ file, code, params }) =>
        params === null
          ? []
          : findPlaceholders(code as ErrorCode)
              .filter((name) => !params.includes(name))
              .map((name) => `${file}: ${code} lacks ${name}`),
      );
    expect(problems).toEqual([]);
    expectItemsChecked('refusals in the server', makeErrorCalls.length);
  });

  test('contains only errors that the server uses', () => {
    const sources = readdirSync(join(projectFolder, 'server'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.m?[jt]s$/.test(file))
      .map((file) => readFileSync(join(projectFolder, 'server', file), 'utf8'))
      .join('\n');
    expect(errorCodes.filter((code) => !sources.includes(`'${code}'`))).toEqual([]);
  });

  test('translates a parameter that is a term into the language of the reader', () => {
    const params = { state: '@completed', event: '@start' };
    expect(buildErrorMessage('zh_CN', 'processState', params)).toBe('工序为“已完成”，不能开工');
    expect(buildErrorMessage('en_US', 'processState', params)).toBe(
      'The process is “Completed”: cannot Start',
    );
    expect(buildFieldMessage('ja_JP', { reason: 'tooLong', params: { max: 5 } })).toContain('5');
  });
});
