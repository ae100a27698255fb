import * as z from 'zod/mini';
import { isDay } from '../rules/days.ts';
import type { Field, FieldMap, RecordValues } from './fields.ts';

/** Why the value of a field is refused. The message is the term `error.field.<reason>`, filled in with `params`. */
export interface FieldProblem {
  reason: FieldProblemReason;
  params?: Record<string, string | number>;
}
export type FieldProblemReason =
  | 'required'
  | 'unknown'
  | 'notText'
  | 'tooLong'
  | 'tooShort'
  | 'controlCharacter'
  | 'brokenCharacter'
  | 'notANumber'
  | 'tooSmall'
  | 'tooLarge'
  | 'tooManyDecimals'
  | 'notADate'
  | 'notATime'
  | 'notAFormula'
  | 'notAChoice'
  | 'notAFlag'
  | 'notAReference'
  | 'notAList'
  | 'tooMany'
  | 'tooFew'
  | 'repeated'
  | 'readOnly'
  | 'notAsked';

export const DEFAULT_MAX_TEXT_LENGTH = 200;
export const DEFAULT_MAX_LIST_ENTRIES = 500;
const MAX_ID = Number.MAX_SAFE_INTEGER;

type FieldCheckResult = { value: unknown } | { problem: FieldProblem };
const makeProblem = (
  reason: FieldProblemReason,
  params?: Record<string, string | number>,
): FieldCheckResult => ({
  problem: { reason, params },
});

/**
 * Matches the decimal notation that the wire accepts: digits, an optional point and an optional minus sign, without
 * an exponent, a comma or other separators (specification §5).
 */
const DECIMAL_PATTERN = /^-?\d{1,15}(\.\d{1,15})?$/;

function checkNumber(field: Field, raw: unknown): FieldCheckResult {
  if (typeof raw !== 'number' && typeof raw !== 'string') return makeProblem('notANumber');
  const text = typeof raw === 'number' ? String(raw) : raw.trim();
  if (!DECIMAL_PATTERN.test(text)) return makeProblem('notANumber');
  const decimals = field.decimals ?? 4;
  const fraction = text.split('.')[1]?.replace(/0+$/, '') ?? '';
  if (fraction.length > decimals) return makeProblem('tooManyDecimals', { decimals });
  const value = Number(text);
  // A field accepts the minus sign only if its declared minimum is negative.
  const min = field.min ?? 0;
  if (value < min || (min >= 0 && text.startsWith('-'))) return makeProblem('tooSmall', { min });
  const max = field.max ?? 9_999_999_999;
  if (value > max) return makeProblem('tooLarge', { max });
  return { value: value === 0 ? 0 : value };
}

// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER_PATTERN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Matches characters that people cannot see, such as control characters, zero-width characters and direction marks. */
const INVISIBLE_CHARACTER_PATTERN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
/** Matches half of a surrogate pair, which UTF-8 cannot encode. */
const BROKEN_CHARACTER_PATTERN = /\p{Surrogate}/u;

/**
 * Returns the reason to refuse a text with a character that no text may contain; null if there is no such character.
 */
export function findCharacterProblem(text: string): FieldProblemReason | null {
  if (BROKEN_CHARACTER_PATTERN.test(text)) return 'brokenCharacter';
  return CONTROL_CHARACTER_PATTERN.test(text) ? 'controlCharacter' : null;
}

function checkText(field: Field, raw: unknown): FieldCheckResult {
  if (typeof raw !== 'string') return makeProblem('notText');
  const normalizedText = raw.normalize('NFC');
  const value = field.secret ? normalizedText : normalizedText.trim();
  const characterProblem = findCharacterProblem(value);
  if (characterProblem) return makeProblem(characterProblem);
  // A unique text is a code. Two codes must not differ only in characters that people cannot see.
  if (field.unique && INVISIBLE_CHARACTER_PATTERN.test(value)) return makeProblem('controlCharacter');
  const max = field.max ?? DEFAULT_MAX_TEXT_LENGTH;
  if (value.length > max) return makeProblem('tooLong', { max });
  if (field.min !== undefined && value.length < field.min) return makeProblem('tooShort', { min: field.min });
  return { value };
}

function checkDate(field: Field, raw: unknown): FieldCheckResult {
  if (typeof raw !== 'string') return makeProblem('notADate');
  const pattern = field.time
    ? /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/
    : /^\d{4}-\d{2}-\d{2}$/;
  const parsed = pattern.test(raw) ? new Date(raw) : new Date(Number.NaN);
  const year = parsed.getUTCFullYear();
  if (Number.isNaN(year) || year < 1900 || year > 2200) return makeProblem('notADate');
  // `Date` turns the 31st of a short month into a day of the next month instead of refusing it.
  if (!isDay(raw.slice(0, 10))) return makeProblem('notADate');
  return { value: field.time ? parsed.toISOString() : raw };
}

function checkId(raw: unknown): FieldCheckResult {
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return makeProblem('notAReference');
  const value = Number(text);
  return value >= 1 && value <= MAX_ID ? { value } : makeProblem('notAReference');
}

function parseList(field: Field, raw: unknown): unknown[] | FieldCheckResult {
  let value = raw;
  if (typeof raw === 'string') {
    try {
      value = JSON.parse(raw);
    } catch {
      return makeProblem('notAList');
    }
  }
  if (!Array.isArray(value)) return makeProblem('notAList');
  const max = field.max ?? DEFAULT_MAX_LIST_ENTRIES;
  if (value.length > max) return makeProblem('tooMany', { max });
  if (field.min !== undefined && value.length < field.min) return makeProblem('tooFew', { min: field.min });
  return value;
}

function checkRefs(field: Field, raw: unknown): FieldCheckResult {
  const list = parseList(field, raw);
  if (!Array.isArray(list)) return list;
  const ids: unknown[] = [];
  for (const item of list) {
    const result = checkId(item);
    if ('problem' in result) return result;
    ids.push(result.value);
  }
  return new Set(ids).size === ids.length ? { value: ids } : makeProblem('repeated');
}

function checkField(field: Field, raw: unknown): FieldCheckResult {
  switch (field.kind) {
    case 'text':
      return checkText(field, raw);
    case 'number':
      return checkNumber(field, raw);
    case 'date':
      return checkDate(field, raw);
    case 'choice':
      return typeof raw === 'string' && field.choices?.includes(raw as never)
        ? { value: raw }
        : makeProblem('notAChoice');
    case 'flag':
      if (raw === true || raw === 'true') return { value: true };
      if (raw === false || raw === 'false') return { value: false };
      return makeProblem('notAFlag');
    case 'ref':
    case 'file':
      return checkId(raw);
    case 'refs':
      return checkRefs(field, raw);
    case 'lines':
      return makeProblem('notAList');
  }
}

const isEmpty = (field: Field, raw: unknown) =>
  raw === undefined ||
  raw === null ||
  (typeof raw === 'string' && (field.secret ? raw : raw.trim()) === '') ||
  (field.zero !== undefined && (raw === 0 || raw === '0'));

const makeZodIssue = (problem: FieldProblem): z.core.$ZodIssue =>
  ({
    code: 'custom',
    message: problem.reason,
    params: problem,
    path: [],
    input: undefined,
  }) as z.core.$ZodIssue;

/**
 * Builds the zod schema of a field, which accepts wire strings and JSON values. An empty value becomes the default
 * value of the field. Without a default value, an empty list is accepted if the list has no `min`, and any other empty
 * value becomes null if the field is not required. Otherwise an empty value is refused.
 */
export function buildFieldSchema(field: Field): z.ZodMiniType {
  return z.transform((raw, { issues }) => {
    const refuse = (problem: FieldProblem) => {
      issues.push(makeZodIssue(problem) as never);
      return z.NEVER;
    };
    if (isEmpty(field, raw)) {
      if (field.initial !== undefined) return field.initial;
      if (field.kind === 'refs' || field.kind === 'lines') {
        if (field.min === undefined) return [];
      } else if (!field.required) return null;
      return refuse({ reason: 'required' });
    }
    if (field.kind === 'lines') {
      const list = parseList(field, raw);
      if (!Array.isArray(list)) return refuse((list as { problem: FieldProblem }).problem);
      const rowSchema = getRecordSchema(field.of ?? {});
      return list.map((item, index) => {
        const parsed = rowSchema.safeParse(item);
        if (parsed.success) return parsed.data;
        for (const issue of parsed.error.issues) {
          issues.push({ ...issue, path: [index, ...issue.path], input: item } as never);
        }
        return z.NEVER;
      });
    }
    const result = checkField(field, raw);
    return 'value' in result ? result.value : refuse(result.problem);
  });
}

const recordSchemaCache = new WeakMap<FieldMap, z.ZodMiniType>();

/** Returns the zod schema of a whole record. It checks every field and refuses keys that are not fields. */
function getRecordSchema<M extends FieldMap>(fields: M): z.ZodMiniType<RecordValues<M>> {
  const cachedSchema = recordSchemaCache.get(fields);
  if (cachedSchema) return cachedSchema as z.ZodMiniType<RecordValues<M>>;
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [name, field] of Object.entries(fields)) shape[name] = buildFieldSchema(field);
  // Absent keys are added as undefined, so that the field schemas treat them as empty values.
  const schema = z.pipe(
    z.transform((raw) =>
      raw !== null && typeof raw === 'object' && !Array.isArray(raw)
        ? { ...Object.fromEntries(Object.keys(shape).map((name) => [name, undefined])), ...raw }
        : raw,
    ),
    z.strictObject(shape),
  );
  recordSchemaCache.set(fields, schema);
  return schema as unknown as z.ZodMiniType<RecordValues<M>>;
}

/** The problems by field name; the name of a field in a line is like `lines[2].column`. */
export type FieldProblems = Record<string, FieldProblem>;

/**
 * Validates a record against its declaration.
 * @returns the typed values, or the problems by field
 */
export function validateRecord<M extends FieldMap>(
  fields: M,
  raw: unknown,
): { values: RecordValues<M>; problems?: undefined } | { values?: undefined; problems: FieldProblems } {
  const parsed = getRecordSchema(fields).safeParse(raw);
  if (parsed.success) return { values: parsed.data };
  const problems: FieldProblems = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) problems[formatFieldPath([...issue.path, key])] ??= { reason: 'unknown' };
      continue;
    }
    const params = (issue as { params?: FieldProblem }).params;
    problems[formatFieldPath(issue.path)] ??= params?.reason ? params : { reason: 'notAList' };
  }
  return { problems };
}

const formatFieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${String(part)}` : String(part),
    '',
  );
