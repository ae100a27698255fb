import { describe, expect, test } from 'vitest';
import { CHANGE_TOPICS, ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { isTableColumn, getFieldLabel, type Field, type FieldMap } from '#shared/kernel/fields.ts';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import {
  PRODUCTION_PERMISSION,
  PUBLIC_PERMISSION,
  SIGNED_IN_PERMISSION,
  PAGE_ACTIONS,
  getActionPermission,
  getReadPermission,
} from '#shared/kernel/permissions.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { terms } from '#shared/terms/index.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { getInputFields, makeRecord, listWrongValues } from '#tests/support/makers.ts';

const entityEntries: [string, EntityDeclaration][] = entityNames.map((name) => [name, entities[name]]);
const validPermissions = new Set<string>([
  ...GRANTABLE_PERMISSION_CODES,
  PUBLIC_PERMISSION,
  SIGNED_IN_PERMISSION,
  PRODUCTION_PERMISSION,
]);
const SCALAR_FIELD_KINDS = new Set(['text', 'number', 'date', 'choice', 'flag', 'ref', 'file']);

/**
 * Lists fields, each with its path and its name. A field in the rows of a `lines` field has a path like 'lines.column'.
 */
function listFields(fields: FieldMap, prefix = ''): [string, string, Field][] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [`${prefix}${name}`, name, field] as [string, string, Field],
    ...(field.of ? listFields(field.of, `${prefix}${name}.`) : []),
  ]);
}

function findFieldProblems(field: Field): string[] {
  const problems: string[] = [];
  const addProblemUnless = (condition: boolean, problem: string) => {
    if (!condition) problems.push(problem);
  };
  if (field.to !== undefined)
    addProblemUnless(field.to in entities, `refers to ${field.to}, which is no entity`);
  addProblemUnless(
    (field.kind === 'ref' || field.kind === 'refs') === (field.to !== undefined),
    'has a target where it is no reference, or none where it is',
  );
  if (field.unit) addProblemUnless(field.unit in terms, `has a unit ${field.unit} that is no term`);
  for (const choice of field.choices ?? [])
    addProblemUnless(choice in terms, `has a choice ${choice} that is no term`);
  addProblemUnless(
    (field.kind === 'choice') === (field.choices !== undefined && field.choices.length > 1),
    'has choices where it is none, or too few',
  );
  addProblemUnless(new Set(field.choices).size === (field.choices?.length ?? 0), 'has a choice twice');
  addProblemUnless(
    field.min === undefined || field.max === undefined || field.min <= field.max,
    'has a range that nothing fits',
  );
  addProblemUnless(
    field.decimals === undefined || (field.decimals >= 0 && field.decimals <= 4),
    'has a number of decimals that the database has not',
  );
  if (field.initial !== undefined)
    addProblemUnless(
      validateRecord({ field }, { field: field.initial }).problems === undefined,
      'starts with a value that it refuses',
    );
  if (field.kind === 'lines') {
    for (const [name, lineField] of Object.entries(field.of!))
      addProblemUnless(
        SCALAR_FIELD_KINDS.has(lineField.kind),
        `owns rows whose ${name} is of kind ${lineField.kind}`,
      );
  }
  return problems;
}

describe('every entity', () => {
  test('is declared under its own name, with a term of that name', () => {
    expect(
      entityEntries
        .filter(([name, entity]) => entity.name !== name || !(name in terms))
        .map(([name]) => name),
    ).toEqual([]);
    expectItemsChecked('entities', entityEntries.length);
  });

  test('has a path of its own under /mes', () => {
    const paths = entityEntries.map(([, entity]) => entity.path);
    expect(paths.filter((path) => !/^\/mes(\/[a-z][A-Za-z]*)+$/.test(path))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  test('requires permissions that a role can hold, for reading and for actions', () => {
    const requiredPermissions = entityEntries.flatMap(([name, { permission, verbs = ENTITY_VERBS }]) => {
      const actions = PAGE_ACTIONS.filter((action) =>
        verbs.includes(action === 'DELETE' ? 'delete' : 'save'),
      );
      const codes = actions.map((action) => getActionPermission(permission, action));
      return [getReadPermission(permission), ...codes].map((code) => [name, code]);
    });
    expect(requiredPermissions.filter(([, code]) => !validPermissions.has(code!))).toEqual([]);
    expectItemsChecked('permissions of entities', requiredPermissions.length);
  });

  test.each(entityEntries)('%s: its shownAs, sort, filters and tree are names of its fields', (_, entity) => {
    const isFieldName = (name: string) => name in entity.fields;
    const sort = entity.sort.replace(/^-/, '');
    expect(entity.shownAs === 'id' || isFieldName(entity.shownAs)).toBe(true);
    expect(sort === 'id' || (isFieldName(sort) && isTableColumn(entity.fields[sort]!))).toBe(true);
    expect(
      (entity.filters ?? []).filter((name) => !isFieldName(name) || entity.fields[name]!.kind === 'lines'),
    ).toEqual([]);
    expect((entity.filters ?? []).length).toBeLessThanOrEqual(5);
    expect((entity.derived ?? []).filter((name) => !isFieldName(name))).toEqual([]);
    if (entity.parentField)
      expect(entity.fields[entity.parentField]).toMatchObject({
        kind: 'ref',
        to: entity.name,
        required: false,
      });
    expect(entity.topic === undefined || CHANGE_TOPICS.includes(entity.topic)).toBe(true);
    expect((entity.verbs ?? []).filter((verb) => !ENTITY_VERBS.includes(verb))).toEqual([]);
    expect(Object.keys(entity).length).toBeLessThanOrEqual(12);
  });

  test('a derived field is optional or has an initial value', () => {
    const wrongFields = entityEntries.flatMap(([name, entity]) =>
      (entity.derived ?? [])
        .filter((field) => entity.fields[field]!.required && entity.fields[field]!.initial === undefined)
        .map((field) => `${name}.${field}`),
    );
    expect(wrongFields).toEqual([]);
  });
});

describe('every field', () => {
  const fields = entityEntries.flatMap(([name, entity]) =>
    listFields(entity.fields).map(([path, fieldName, field]) => ({
      path: `${name}.${path}`,
      own: fieldName,
      field,
    })),
  );

  test('is labelled by a term', () => {
    expect(
      fields
        .filter(({ own: fieldName, field }) => !(getFieldLabel(fieldName, field) in terms))
        .map(({ path }) => path),
    ).toEqual([]);
    expectItemsChecked('fields', fields.length);
  });

  test('is declared so that it can be filled in', () => {
    expect(
      fields.flatMap(({ path, field }) => findFieldProblems(field).map((problem) => `${path} ${problem}`)),
    ).toEqual([]);
    expectItemsChecked('references', fields.filter(({ field }) => field.to !== undefined).length);
    expectItemsChecked('choices', fields.filter(({ field }) => field.choices !== undefined).length);
  });
});

describe('every record', () => {
  const resolveReference = () => 1;

  test.each(entityEntries)('%s: a valid one passes, as JSON and as the wire writes it', (_, entity) => {
    const record = makeRecord(entity, resolveReference);
    expect(validateRecord(getInputFields(entity), record).problems).toBeUndefined();
    const wireRecord = Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
      ]),
    );
    expect(validateRecord(getInputFields(entity), wireRecord)).toEqual(
      validateRecord(getInputFields(entity), record),
    );
  });

  let checkedCount = 0;
  test.each(entityEntries)(
    '%s: every wrong value of every field is refused at that field, with the reason',
    (_, entity) => {
      const fields = getInputFields(entity);
      for (const [name, field] of Object.entries(fields)) {
        for (const { value, reason } of listWrongValues(field)) {
          const { problems } = validateRecord(fields, {
            ...makeRecord(entity, resolveReference),
            [name]: value,
          });
          expect(problems, `${name} = ${JSON.stringify(value)?.slice(0, 60)}`).toEqual({
            [name]: expect.objectContaining({ reason }),
          });
          checkedCount += 1;
        }
        for (const [column, columnField] of Object.entries(field.of ?? {})) {
          for (const { value, reason } of listWrongValues(columnField)) {
            const row = { ...(makeRecord(entity, resolveReference)[name] as object[])[0], [column]: value };
            const { problems } = validateRecord(fields, {
              ...makeRecord(entity, resolveReference),
              [name]: [row],
            });
            expect(problems, `${name}[0].${column} = ${JSON.stringify(value)?.slice(0, 60)}`).toEqual({
              [`${name}[0].${column}`]: expect.objectContaining({ reason }),
            });
            checkedCount += 1;
          }
        }
      }
    },
  );

  test.each(entityEntries)('%s: a field that is not declared is refused', (_, entity) => {
    const { problems } = validateRecord(getInputFields(entity), {
      ...makeRecord(entity, resolveReference),
      noSuchField: '1',
    });
    expect(problems).toEqual({ noSuchField: { reason: 'unknown' } });
  });

  test('counts what it tried', () => expectItemsChecked('wrong values', checkedCount));
});
