import { describe, expect, test } from 'vitest';
import { getFieldLabel, type FieldMap } from '#shared/kernel/fields.ts';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import {
  ANY_ACCOUNT_PERMISSION,
  PAIRED_SCREEN_PERMISSION,
  PRODUCTION_PERMISSION,
  PUBLIC_PERMISSION,
  SIGNED_IN_PERMISSION,
  VISITOR_PERMISSION,
  hasPermission,
} from '#shared/kernel/permissions.ts';
import { entities, entityNames } from '#shared/entities/index.ts';
import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import { REFERENCE_LISTS } from '#shared/rules/reference-lists.ts';
import { terms } from '#shared/terms/index.ts';
import { rawRoutes, formCallRoutes } from '#server/mes/routes.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

const listPermissions = ({ permission }: { permission: string | readonly string[] }): readonly string[] =>
  typeof permission === 'string' ? [permission] : permission;
const allRoutes = [...formCallRoutes, ...rawRoutes];
const validPermissions = new Set<string>([
  ...GRANTABLE_PERMISSION_CODES,
  PUBLIC_PERMISSION,
  SIGNED_IN_PERMISSION,
  ANY_ACCOUNT_PERMISSION,
  PRODUCTION_PERMISSION,
  PAIRED_SCREEN_PERMISSION,
  VISITOR_PERMISSION,
]);

/** The only routes that need no log-in: they serve the log-in, the pairing of a wall and the opening of a link. */
const PUBLIC_PATHS = ['/mes/login/code', '/mes/login/login', '/mes/wall/pairing', '/mes/kanban/open'];

/** The only endpoints that a paired screen may call in addition to PUBLIC_PATHS. */
const SCREEN_PATHS = ['/mes/wall/file', '/mes/wall/shown'];

/** The endpoints that the visitor of a link may call in addition to PUBLIC_PATHS. */
const LINK_PATHS = ['/mes/kanban/logo', '/mes/kanban/mine', '/mes/kanban/shown'];

/** The routes that a terminal or a person identified at it may call, besides PUBLIC_PATHS. */
const TERMINAL_PATHS = [
  '/mes/andon/cancel',
  '/mes/andon/open',
  '/mes/andon/raise',
  '/mes/batch/cancel',
  '/mes/batch/continue',
  '/mes/batch/list',
  '/mes/batch/status',
  '/mes/batch/verdicts',
  '/mes/file/get',
  '/mes/file/upload',
  '/mes/floor/devices',
  '/mes/floor/mine',
  '/mes/floor/queue',
  '/mes/floor/scan',
  '/mes/floor/today',
  '/mes/login/current',
  '/mes/login/logout',
  '/mes/plan/day/notices',
  '/mes/plan/day/notices/read',
  '/mes/plan/day/skipped',
  '/mes/process/card/combine',
  '/mes/process/card/split',
  '/mes/process/card/unpack',
  '/mes/process/procedures',
  '/mes/process/procedures/of',
  '/mes/quality/detail',
  '/mes/quality/holdable',
  '/mes/quality/look',
  '/mes/quality/overview',
  '/mes/quality/raise',
  '/mes/quality/raise/batch',
  '/mes/quality/raise/batch/run',
  '/mes/quality/sign',
  '/mes/quality/testing/begin',
  '/mes/quality/testing/cancel',
  '/mes/quality/testing/conclude',
  '/mes/quality/testing/detail',
  '/mes/quality/testing/due',
  '/mes/quality/testing/enter',
  '/mes/quality/testing/gauges',
  '/mes/quality/testing/history',
  '/mes/quality/testing/sample',
  '/mes/report/barcode/check',
  '/mes/report/extraProcess/crafts',
  '/mes/report/extraProcess/ofPart',
  '/mes/report/extraProcess/record',
  '/mes/report/extraProcess/start',
  '/mes/report/finish',
  '/mes/report/finish/batch',
  '/mes/report/finish/batch/run',
  '/mes/report/parameterTrends',
  '/mes/report/receive',
  '/mes/report/receive/batch',
  '/mes/report/receive/batch/run',
  '/mes/report/record',
  '/mes/report/reverse',
  '/mes/report/reverse/batch',
  '/mes/report/reverse/batch/run',
  '/mes/report/start',
  '/mes/report/start/batch',
  '/mes/report/start/batch/run',
  '/mes/report/task/finish',
  '/mes/report/task/list',
  '/mes/report/task/record',
  '/mes/report/task/start',
  '/mes/report/task/unfinished',
  '/mes/report/undo',
  '/mes/report/undo/batch',
  '/mes/report/undo/batch/run',
  '/mes/report/unfinished',
  '/mes/report/unfinished/batch',
  '/mes/report/unfinished/batch/run',
  '/mes/system/basic/device/list',
  '/mes/system/basic/shelf/list',
  '/mes/system/classify/list',
  '/mes/system/column/read',
  '/mes/system/params/form/page',
  '/mes/terminal/identify',
  '/mes/terminal/people',
  '/mes/warehouse/part',
  '/mes/warehouse/receive',
  '/mes/warehouse/reverse',
];

const listFieldLabels = (fields: FieldMap): [string, string][] =>
  Object.entries(fields).flatMap(([name, field]) => [
    [name, getFieldLabel(name, field)] as [string, string],
    ...(field.of ? listFieldLabels(field.of) : []),
  ]);

describe('every endpoint', () => {
  test('has a path of its own, in the format of the wire', () => {
    const paths = allRoutes.map((route) => route.path);
    expect(paths.filter((path) => !/^\/mes(\/[a-z][A-Za-z]*){2,}$/.test(path))).toEqual([]);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
    expectItemsChecked('endpoints', allRoutes.length);
  });

  test('requires a permission that a role can hold; only the endpoints for login are public', () => {
    expect(allRoutes.filter((route) => listPermissions(route).length === 0)).toEqual([]);
    expect(
      allRoutes.flatMap((route) =>
        listPermissions(route)
          .filter((code) => !validPermissions.has(code))
          .map((code) => `${route.path} ${code}`),
      ),
    ).toEqual([]);
    expect(
      allRoutes
        .filter((route) => listPermissions(route).includes(PUBLIC_PERMISSION))
        .map((route) => route.path),
    ).toEqual(PUBLIC_PATHS);
    expectItemsChecked('permissions of endpoints', allRoutes.flatMap(listPermissions).length);
  });

  test('is open to terminals only if it is on their list', () => {
    const openPaths = allRoutes.filter((route) => route.allowsTerminals).map((route) => route.path);
    expect(openPaths.sort()).toEqual(TERMINAL_PATHS);
  });

  test('is open to paired screens only if it is on their list', () => {
    const openRoutes = allRoutes.filter((route) =>
      hasPermission({ kind: 'screen', permissions: [...GRANTABLE_PERMISSION_CODES] }, route.permission),
    );
    expect(openRoutes.map((route) => route.path).sort()).toEqual([...PUBLIC_PATHS, ...SCREEN_PATHS].sort());
    const employee = { kind: 'employee', permissions: [...GRANTABLE_PERMISSION_CODES] } as const;
    expect(hasPermission(employee, PAIRED_SCREEN_PERMISSION)).toBe(false);
  });

  test('is open to the visitors of links only if it is on their list', () => {
    const linkRoutes = allRoutes.filter((route) =>
      hasPermission({ kind: 'link', permissions: [...GRANTABLE_PERMISSION_CODES] }, route.permission),
    );
    expect(linkRoutes.map((route) => route.path).sort()).toEqual([...PUBLIC_PATHS, ...LINK_PATHS].sort());
  });

  test('labels every input field with a term, so that refusals are readable', () => {
    const unlabelledFields = formCallRoutes.flatMap((route) =>
      listFieldLabels(route.input)
        .filter(([, label]) => !(label in terms))
        .map(([name]) => `${route.path} ${name}`),
    );
    expect(unlabelledFields).toEqual([]);
    expectItemsChecked(
      'fields of inputs',
      formCallRoutes.flatMap((route) => listFieldLabels(route.input)).length,
    );
  });

  test('refers only to entities that exist', () => {
    const targets = formCallRoutes.flatMap((route) =>
      Object.entries(route.input).map(([name, field]) => ({
        location: `${route.path} ${name}`,
        to: field.to,
      })),
    );
    expect(targets.filter(({ to }) => to !== undefined && !(to in entities))).toEqual([]);
  });

  test('has no input field that the wire protocol uses itself', () => {
    const wireFields = ['token', 'lang', 'requestParams', 'requestId'];
    expect(
      formCallRoutes.flatMap((route) =>
        Object.keys(route.input)
          .filter((name) => wireFields.includes(name))
          .map((name) => `${route.path} ${name}`),
      ),
    ).toEqual([]);
  });
});

/** The entity whose endpoints are written by hand, because its permissions depend on the row. */
const HANDWRITTEN_ENTITY = 'customColumn';

describe('every entity', () => {
  const declaredEntities: EntityDeclaration[] = entityNames.map((name) => entities[name]);

  test('has the endpoints of its verbs, and of no other verb', () => {
    const paths = new Set(formCallRoutes.map((route) => route.path));
    for (const entity of declaredEntities.filter(({ name }) => name !== HANDWRITTEN_ENTITY)) {
      const verbs = entity.verbs ?? ENTITY_VERBS;
      expect([entity.name, ENTITY_VERBS.filter((verb) => paths.has(`${entity.path}/${verb}`))]).toEqual([
        entity.name,
        ENTITY_VERBS.filter((verb) => verbs.includes(verb)),
      ]);
    }
    expectItemsChecked(
      'generated endpoints',
      declaredEntities.flatMap((entity) => [...(entity.verbs ?? ENTITY_VERBS)]).length,
    );
  });

  test('is written by save and delete alone', () => {
    const writesByPath = new Map(formCallRoutes.map((route) => [route.path, route.writes]));
    for (const entity of declaredEntities) {
      for (const verb of entity.verbs ?? ENTITY_VERBS)
        expect([entity.name, verb, writesByPath.get(`${entity.path}/${verb}`)]).toEqual([
          entity.name,
          verb,
          verb === 'save' || verb === 'delete',
        ]);
    }
  });

  test('returns its reference list as a bare array, and everything else in an answer object', () => {
    const listPaths = new Set([
      ...declaredEntities.map((entity) => `${entity.path}/list`),
      ...REFERENCE_LISTS.map((list) => list.path),
    ]);
    expect(
      formCallRoutes
        .filter((route) => (route.hasArrayAnswer ?? false) !== listPaths.has(route.path))
        .map((route) => route.path),
    ).toEqual([]);
  });
});
