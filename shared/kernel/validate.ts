import { z } from 'zod';
import { isDay } from '../rules/days.ts';
import type { Field, FieldMap, ValuesOf } from './fields.ts';

/**
 * Why a field is refused. The message is the term `error.field.<reason>`, filled in with `params`.
 */
export interface FieldProblem {
  reason: FieldReason;
  params?: Record<string, string | number>;
}
export type FieldReason =
  | 'required'
  | 'unknown'
  | 'notText'
  | 'tooLong'
  | 'tooShort'
  | 'controlCharacter'
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
  | 'repeated';

export const DEFAULT_MAX_TEXT = 200;
export const DEFAULT_MAX_ROWS = 500;
const ID_MAX = Number.MAX_SAFE_INTEGER;

type Checked = { value: unknown } | { problem: FieldProblem };
const refuse = (reason: FieldReason, params?: Record<string, string | number>): Checked => ({
  problem: { reason, params },
});

/**
 * The decimal notation that the wire accepts: no exponent, no thousands separator, no comma
 * (specification §5).
 */
const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

function checkNumber(field: Field, raw: unknown): Checked {
  if (typeof raw !== 'number' && typeof raw !== 'string') return refuse('notANumber');
  const text = typeof raw === 'number' ? String(raw) : raw.trim();
  if (!DECIMAL.test(text)) return refuse('notANumber');
  const decimals = field.decimals ?? 4;
  const fraction = text.split('.')[1]?.replace(/0+$/, '') ?? '';
  if (fraction.length > decimals) return refuse('tooManyDecimals', { decimals });
  const value = Number(text);
  if (field.min !== undefined && value < field.min) return refuse('tooSmall', { min: field.min });
  const max = field.max ?? 9_999_999_999;
  if (value > max) return refuse('tooLarge', { max });
  return { value: value === 0 ? 0 : value };
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function checkText(field: Field, raw: unknown): Checked {
  if (typeof raw !== 'string') return refuse('notText');
  const value = raw.trim();
  if (CONTROL.test(value)) return refuse('controlCharacter');
  const max = field.max ?? DEFAULT_MAX_TEXT;
  if (value.length > max) return refuse('tooLong', { max });
  if (field.min !== undefined && value.length < field.min) return refuse('tooShort', { min: field.min });
  return { value };
}

function checkDate(field: Field, raw: unknown): Checked {
  if (typeof raw !== 'string') return refuse('notADate');
  const pattern = field.time
    ? /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/
    : /^\d{4}-\d{2}-\d{2}$/;
  const parsed = pattern.test(raw) ? new Date(raw) : new Date(Number.NaN);
  const year = parsed.getUTCFullYear();
  if (Number.isNaN(year) || year < 1900 || year > 2200) return refuse('notADate');
  // JavaScript turns the 31st of a short month into a day of the next month instead of refusing it.
  if (!isDay(raw.slice(0, 10))) return refuse('notADate');
  return { value: field.time ? parsed.toISOString() : raw };
}

function checkId(raw: unknown): Checked {
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return refuse('notAReference');
  const value = Number(text);
  return value >= 1 && value <= ID_MAX ? { value } : refuse('notAReference');
}

function listOf(field: Field, raw: unknown): unknown[] | Checked {
  let value = raw;
  if (typeof raw === 'string') {
    try {
      value = JSON.parse(raw);
    } catch {
      return refuse('notAList');
    }
  }
  if (!Array.isArray(value)) return refuse('notAList');
  const max = field.max ?? DEFAULT_MAX_ROWS;
  if (value.length > max) return refuse('tooMany', { max });
  if (field.min !== undefined && value.length < field.min) return refuse('tooFew', { min: field.min });
  return value;
}

function checkRefs(field: Field, raw: unknown): Checked {
  const list = listOf(field, raw);
  if (!Array.isArray(list)) return list;
  const ids: unknown[] = [];
  for (const item of list) {
    const checked = checkId(item);
    if ('problem' in checked) return checked;
    ids.push(checked.value);
  }
  return new Set(ids).size === ids.length ? { value: ids } : refuse('repeated');
}

function check(field: Field, raw: unknown): Checked {
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
        : refuse('notAChoice');
    case 'flag':
      if (raw === true || raw === 'true') return { value: true };
      if (raw === false || raw === 'false') return { value: false };
      return refuse('notAFlag');
    case 'ref':
    case 'file':
      return checkId(raw);
    case 'refs':
      return checkRefs(field, raw);
    case 'lines':
      return refuse('notAList');
  }
}

const isEmpty = (raw: unknown) =>
  raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '');

const issue = (problem: FieldProblem, path: PropertyKey[] = []): z.core.$ZodIssue =>
  ({ code: 'custom', message: problem.reason, params: problem, path, input: undefined }) as z.core.$ZodIssue;

/**
 * Builds the zod schema of one field. It accepts wire strings and JSON values. An empty value
 * becomes null.
 */
export function fieldSchema(field: Field): z.ZodType {
  return z.unknown().transform((raw, context) => {
    if (isEmpty(raw)) {
      if (field.initial !== undefined) return field.initial;
      if (field.kind === 'refs' || field.kind === 'lines') {
        if (field.min === undefined) return [];
      } else if (!field.required) return null;
      context.issues.push(issue({ reason: 'required' }) as never);
      return z.NEVER;
    }
    if (field.kind === 'lines') {
      const list = listOf(field, raw);
      if (!Array.isArray(list)) {
        context.issues.push(issue((list as { problem: FieldProblem }).problem) as never);
        return z.NEVER;
      }
      const row = recordSchema(field.of ?? {});
      return list.map((item, index) => {
        const parsed = row.safeParse(item);
        if (parsed.success) return parsed.data;
        for (const found of parsed.error.issues) {
          context.issues.push({ ...found, path: [index, ...found.path], input: item } as never);
        }
        return z.NEVER;
      });
    }
    const checked = check(field, raw);
    if ('value' in checked) return checked.value;
    context.issues.push(issue(checked.problem) as never);
    return z.NEVER;
  });
}

const schemas = new WeakMap<FieldMap, z.ZodType>();

/** Builds the zod schema of a whole record. It checks every field and refuses undeclared keys. */
function recordSchema<M extends FieldMap>(fields: M): z.ZodType<ValuesOf<M>> {
  const known = schemas.get(fields);
  if (known) return known as z.ZodType<ValuesOf<M>>;
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) shape[name] = fieldSchema(field);
  // Absent keys are added as undefined, so that the field schemas treat them as empty values.
  const schema = z.preprocess(
    (raw) =>
      raw !== null && typeof raw === 'object' && !Array.isArray(raw)
        ? { ...Object.fromEntries(Object.keys(shape).map((name) => [name, undefined])), ...raw }
        : raw,
    z.strictObject(shape),
  );
  schemas.set(fields, schema);
  return schema as unknown as z.ZodType<ValuesOf<M>>;
}

/** The problems by field name; a field in a row of `lines` is named `field[2].column`. */
export type FieldProblems = Record<string, FieldProblem>;

/**
 * Validates a record against its declaration.
 * @returns the typed values, or the problems by field
 */
export function validate<M extends FieldMap>(
  fields: M,
  raw: unknown,
): { values: ValuesOf<M>; problems?: undefined } | { values?: undefined; problems: FieldProblems } {
  const parsed = recordSchema(fields).safeParse(raw);
  if (parsed.success) return { values: parsed.data };
  const problems: FieldProblems = {};
  for (const found of parsed.error.issues) {
    if (found.code === 'unrecognized_keys') {
      for (const key of found.keys) problems[pathText([...found.path, key])] ??= { reason: 'unknown' };
      continue;
    }
    const params = (found as { params?: FieldProblem }).params;
    problems[pathText(found.path)] ??= params?.reason ? params : { reason: 'notAList' };
  }
  return { problems };
}

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${String(part)}` : String(part),
    '',
  );
