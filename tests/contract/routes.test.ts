import { describe, expect, test } from 'vitest';
import { labelOf, type FieldMap } from '#shared/kernel/fields.ts';
import { GRANTABLE_CODES } from '#server/reports/permission-codes.ts';
import { ANY_ACCOUNT, PRODUCTION, PUBLIC, SIGNED_IN } from '#shared/kernel/permissions.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { REFERENCE_LISTS } from '#shared/rules/reference-lists.ts';
import { terms } from '#shared/terms/index.ts';
import { rawRoutes, routes } from '#server/mes/routes.ts';
import { checked } from '#tests/support/checked.ts';

const permissionsOf = ({ permission }: { permission: string | readonly string[] }): readonly string[] =>
  typeof permission === 'string' ? [permission] : permission;
const all = [...routes, ...rawRoutes];
const known = new Set<string>([...GRANTABLE_CODES, PUBLIC, SIGNED_IN, ANY_ACCOUNT, PRODUCTION]);

/** The only endpoints that need no login. A person calls them to log in. */
const OPEN = ['/mes/login/code', '/mes/login/login'];

const labelsOf = (fields: FieldMap): [string, string][] =>
  Object.entries(fields).flatMap(([name, field]) => [
    [name, labelOf(name, field)] as [string, string],
    ...(field.of ? labelsOf(field.of) : []),
  ]);

describe('every endpoint', () => {
  test('has a path of its own, as the wire shapes them', () => {
    const paths = all.map((route) => route.path);
    expect(paths.filter((path) => !/^\/mes(\/[a-z][A-Za-z]*){2,}$/.test(path))).toEqual([]);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
    checked('endpoints', all.length);
  });

  test('requires a permission that a role can hold; only the endpoints for login are public', () => {
    expect(all.filter((route) => permissionsOf(route).length === 0)).toEqual([]);
    expect(
      all.flatMap((route) =>
        permissionsOf(route)
          .filter((code) => !known.has(code))
          .map((code) => `${route.path} ${code}`),
      ),
    ).toEqual([]);
    expect(all.filter((route) => permissionsOf(route).includes(PUBLIC)).map((route) => route.path)).toEqual(
      OPEN,
    );
    checked('permissions of endpoints', all.flatMap(permissionsOf).length);
  });

  test('names every field of its input by a term, so that a refusal can be read', () => {
    const wrong = routes.flatMap((route) =>
      labelsOf(route.input)
        .filter(([, label]) => !(label in terms))
        .map(([name]) => `${route.path} ${name}`),
    );
    expect(wrong).toEqual([]);
    checked('fields of inputs', routes.flatMap((route) => labelsOf(route.input)).length);
  });

  test('refers only to entities that exist', () => {
    const targets = routes.flatMap((route) =>
      Object.entries(route.input).map(([name, field]) => ({ at: `${route.path} ${name}`, to: field.to })),
    );
    expect(targets.filter(({ to }) => to !== undefined && !(to in entities))).toEqual([]);
  });

  test('has no input field that the wire protocol uses itself', () => {
    const wire = ['token', 'lang', 'requestParams', 'requestId'];
    expect(
      routes.flatMap((route) =>
        Object.keys(route.input)
          .filter((name) => wire.includes(name))
          .map((name) => `${route.path} ${name}`),
      ),
    ).toEqual([]);
  });
});

/** The entity whose permissions depend on the row. Its endpoints are therefore written by hand. */
const BY_HAND = 'customColumn';

describe('every entity', () => {
  const declared: EntityDeclaration[] = entityNames.map((name) => entities[name]);

  test('has the endpoints of its verbs, and no other of these', () => {
    const paths = new Set(routes.map((route) => route.path));
    for (const entity of declared.filter(({ name }) => name !== BY_HAND)) {
      const verbs = entity.verbs ?? VERBS;
      expect([entity.name, VERBS.filter((verb) => paths.has(`${entity.path}/${verb}`))]).toEqual([
        entity.name,
        VERBS.filter((verb) => verbs.includes(verb)),
      ]);
    }
    checked('generated endpoints', declared.flatMap((entity) => [...(entity.verbs ?? VERBS)]).length);
  });

  test('is written by save and delete alone', () => {
    const writes = new Map(routes.map((route) => [route.path, route.writes]));
    for (const entity of declared) {
      for (const verb of entity.verbs ?? VERBS)
        expect([entity.name, verb, writes.get(`${entity.path}/${verb}`)]).toEqual([
          entity.name,
          verb,
          verb === 'save' || verb === 'delete',
        ]);
    }
  });

  test('answers its reference list as a bare array, all else in an answer', () => {
    const lists = new Set([
      ...declared.map((entity) => `${entity.path}/list`),
      ...REFERENCE_LISTS.map((list) => list.path),
    ]);
    expect(
      routes.filter((route) => (route.bare ?? false) !== lists.has(route.path)).map((route) => route.path),
    ).toEqual([]);
  });
});
