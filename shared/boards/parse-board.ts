import type * as z from 'zod/mini';
import { findCharacterProblem } from '#shared/kernel/validate.ts';
import { boardSchema, MAX_BOARD_TEXT_LENGTH, type Board } from './board.ts';

/** The reasons for which a text is refused as a board. */
export const BOARD_PROBLEMS = [
  'notJson',
  'tooLong',
  'tooDeep',
  'forbiddenName',
  'forbiddenCharacter',
  'missing',
  'wrongType',
  'unknownName',
  'outOfRange',
  'notAllowed',
  'outsideOfStage',
] as const;
export type BoardProblemReason = (typeof BOARD_PROBLEMS)[number];

/**
 * A problem of a board, with the path of the wrong part, such as `tiles[3].x`. The path is empty for the whole text.
 */
export interface BoardProblem {
  readonly place: string;
  readonly reason: BoardProblemReason;
}

/** The maximum depth of nested objects and lists. */
const MAX_DEPTH = 12;
/** The maximum length of the path that an error message shows for an invalid value, in characters. */
const MAX_PLACE_LENGTH = 120;
/** Names that could change the prototype of an object. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const makeProblem = (place: string, reason: BoardProblemReason): BoardProblem => ({
  place: place.slice(0, MAX_PLACE_LENGTH),
  reason,
});

const appendToPath = (path: string, key: PropertyKey): string =>
  typeof key === 'number' ? `${path}[${key}]` : path === '' ? String(key) : `${path}.${String(key)}`;

function findForbiddenText(text: string, place: string): BoardProblem | null {
  return findCharacterProblem(text) === null ? null : makeProblem(place, 'forbiddenCharacter');
}

/** Finds a part of parsed JSON that no board may contain in any setting. */
function findForbiddenPart(value: unknown, place: string, depth: number): BoardProblem | null {
  if (depth > MAX_DEPTH) return makeProblem(place, 'tooDeep');
  if (typeof value === 'string') return findForbiddenText(value, place);
  // JSON can contain numbers that JavaScript reads as infinite, and that it could not write again.
  if (typeof value === 'number' && !Number.isFinite(value)) return makeProblem(place, 'outOfRange');
  if (value === null || typeof value !== 'object') return null;
  for (const [name, part] of Object.entries(value)) {
    const partPath = appendToPath(place, Array.isArray(value) ? Number(name) : name);
    if (FORBIDDEN_NAMES.has(name)) return makeProblem(partPath, 'forbiddenName');
    const problem = findForbiddenText(name, place) ?? findForbiddenPart(part, partPath, depth + 1);
    if (problem) return problem;
  }
  return null;
}

function getReason(issue: z.core.$ZodIssue): BoardProblemReason {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'missing' : 'wrongType';
    case 'too_big':
    case 'too_small':
      return 'outOfRange';
    case 'unrecognized_keys':
      return 'unknownName';
    case 'custom':
      return 'outsideOfStage';
    default:
      return 'notAllowed';
  }
}

function describeIssue(issue: z.core.$ZodIssue): BoardProblem {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return makeProblem([...issue.path, ...keys].reduce<string>(appendToPath, ''), getReason(issue));
}

function parseJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/**
 * Parses and checks the JSON text of a board. The type of a widget need not be known: a later build may know it.
 * @returns the board, or the first problem
 */
export function parseBoard(text: string): { board: Board } | { problem: BoardProblem } {
  if (text.length > MAX_BOARD_TEXT_LENGTH) return { problem: makeProblem('', 'tooLong') };
  const parsed = parseJson(text);
  if (!parsed) return { problem: makeProblem('', 'notJson') };
  const forbiddenPart = findForbiddenPart(parsed.value, '', 0);
  if (forbiddenPart) return { problem: forbiddenPart };
  const checkedBoard = boardSchema.safeParse(parsed.value, { reportInput: true });
  return checkedBoard.success
    ? { board: checkedBoard.data }
    : { problem: describeIssue(checkedBoard.error.issues[0]!) };
}
