import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Field, FieldMap } from '#shared/kernel/fields.ts';
import {
  DEFAULT_MAX_LIST_ENTRIES,
  DEFAULT_MAX_TEXT_LENGTH,
  type FieldProblemReason,
} from '#shared/kernel/validate.ts';

/** The field values of a generated record. */
export type FieldValues = Record<string, unknown>;

/** Returns the id of an existing row of an entity, for a reference; null leaves the reference empty. */
export type ReferenceResolver = (entity: string) => number | null;

const RESOLVE_NOTHING: ReferenceResolver = () => null;
let uniqueTextCount = 0;
/** Returns a text that differs from all texts that it returned before. */
export const makeUniqueText = (prefix = 'T'): string =>
  `${prefix}${Date.now().toString(36)}${(uniqueTextCount++).toString(36)}`;

function makeNumber(field: Field): number {
  const min = field.min ?? 0;
  const max = field.max ?? 1_000_000;
  const middle = Math.min(max, Math.max(min, min + 1));
  const decimals = field.decimals ?? 4;
  return Number(middle.toFixed(decimals));
}

/** Makes a value that a field accepts. A file is always null; a reference is null if `resolve` returns null. */
export function makeFieldValue(
  name: string,
  field: Field,
  resolve: ReferenceResolver = RESOLVE_NOTHING,
): unknown {
  switch (field.kind) {
    case 'text':
      return makeUniqueText(name.slice(0, 2)).slice(
        0,
        Math.max(field.min ?? 1, Math.min(field.max ?? DEFAULT_MAX_TEXT_LENGTH, 40)),
      );
    case 'number':
      return makeNumber(field);
    case 'date':
      return field.time ? '2026-03-02T01:30:00.000Z' : '2026-03-02';
    case 'choice':
      return field.choices![0];
    case 'flag':
      return true;
    case 'ref':
      return resolve(field.to!);
    case 'refs': {
      const id = resolve(field.to!);
      return id === null ? [] : [id];
    }
    case 'lines':
      return Array.from({ length: Math.max(1, field.min ?? 1) }, () => makeFieldValues(field.of!, resolve));
    case 'file':
      return null;
  }
}

/** Makes a value for each field with `makeFieldValue`. */
export const makeFieldValues = (
  fields: FieldMap,
  resolve: ReferenceResolver = RESOLVE_NOTHING,
): FieldValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, makeFieldValue(name, field, resolve)]),
  );

/** Returns the fields of an entity that a save accepts. */
export const getInputFields = (entity: EntityDeclaration): FieldMap =>
  Object.fromEntries(Object.entries(entity.fields).filter(([name]) => !entity.derived?.includes(name)));

/**
 * Makes a valid record of an entity from its declaration, with the fields that a save accepts.
 * @param resolve resolves references; the parent in the entity's own tree stays empty
 */
export function makeRecord(
  entity: EntityDeclaration,
  resolve: ReferenceResolver = RESOLVE_NOTHING,
): FieldValues {
  const record = makeFieldValues(getInputFields(entity), resolve);
  if (entity.parentField) record[entity.parentField] = null;
  return record;
}

/** A value that a field must refuse, and the reason that the refusal must give. */
export interface WrongValue {
  value: unknown;
  reason: FieldProblemReason;
}

const TEXT_WITH_CONTROL_CHARACTER = 'a\u0007b';

/** Lists values that a field must refuse, each with the reason. */
export function listWrongValues(field: Field): WrongValue[] {
  const wrongValues: WrongValue[] = [];
  const addWrongValues = (reason: FieldProblemReason, ...values: unknown[]) =>
    wrongValues.push(...values.map((value) => ({ value, reason })));
  if (field.required && field.initial === undefined && field.kind !== 'refs' && field.kind !== 'lines') {
    addWrongValues('required', null, '', '   ');
  }
  switch (field.kind) {
    case 'text':
      addWrongValues('notText', 1, true, ['x'], { x: 1 });
      addWrongValues('controlCharacter', TEXT_WITH_CONTROL_CHARACTER);
      addWrongValues('tooLong', 'x'.repeat((field.max ?? DEFAULT_MAX_TEXT_LENGTH) + 1));
      if ((field.min ?? 0) > 1) addWrongValues('tooShort', 'x');
      break;
    case 'number':
      addWrongValues('notANumber', 'NaN', 'Infinity', '1,5', '1e3', '0x10', '１', 'one', true, [1], { x: 1 });
      if (field.min !== undefined) addWrongValues('tooSmall', field.min - 1);
      // Only a field whose minimum is negative accepts a minus sign.
      if ((field.min ?? 0) >= 0) addWrongValues('tooSmall', '-1', '-0');
      addWrongValues('tooLarge', (field.max ?? 9_999_999_999) + 1);
      addWrongValues(
        'tooManyDecimals',
        `${makeNumber(field)}${String(makeNumber(field)).includes('.') ? '' : '.'}00001`,
      );
      break;
    case 'date':
      addWrongValues(
        'notADate',
        'today',
        '2026-02-30',
        '2026-13-01',
        20_260_302,
        true,
        '02/03/2026',
        field.time ? '2026-03-02' : '2026-03-02T01:00:00Z',
      );
      break;
    case 'choice':
      addWrongValues('notAChoice', 'noSuchChoice', 0, true, [field.choices![0]]);
      break;
    case 'flag':
      addWrongValues('notAFlag', 'yes', 1, 0, [true]);
      break;
    case 'ref':
    case 'file':
      if (field.zero === undefined) addWrongValues('notAReference', 0);
      addWrongValues('notAReference', -1, 1.5, 'x', '1 or 1=1', true, [1], Number.MAX_SAFE_INTEGER * 2);
      break;
    case 'refs':
      addWrongValues('notAList', 1, 'x', { 0: 1 });
      addWrongValues('notAReference', ['x'], [-1], [null]);
      addWrongValues('repeated', [1, 1]);
      addWrongValues(
        'tooMany',
        Array.from({ length: (field.max ?? DEFAULT_MAX_LIST_ENTRIES) + 1 }, (_, index) => index + 1),
      );
      break;
    case 'lines':
      addWrongValues('notAList', 1, 'x', '{"a":1}', { a: 1 });
      addWrongValues(
        'tooMany',
        Array.from({ length: (field.max ?? DEFAULT_MAX_LIST_ENTRIES) + 1 }, () =>
          makeFieldValues(field.of!, () => 1),
        ),
      );
      break;
  }
  return wrongValues;
}
