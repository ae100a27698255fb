import { sql } from 'kysely';
import { VERBS, type EntityDeclaration, type Verb } from '#shared/kernel/entity.ts';
import { fail } from '#shared/kernel/errors.ts';
import { flag, labelOf, number, refs, text, type FieldMap } from '#shared/kernel/fields.ts';
import { can, SIGNED_IN, toAct, toRead, type Permission } from '#shared/kernel/permissions.ts';
import { entities, entityNames, entityOf } from '#shared/entities/index.ts';
import { ROW_LISTS } from '#shared/rules/reference-lists.ts';
import { command, query, type Command, type Route } from '../call/route.ts';
import type { Viewer } from '../hooks/hooks.ts';
import { customInput } from './custom-input.ts';
import { parseObject } from './parse-object.ts';
import { get, list, MAX_ROWS, page, SHOWN } from './read.ts';
import { remove } from './remove.ts';
import { savableFields, save } from './save.ts';

/** Allocates an id that no row will get, so that a client can refer to an unsaved object. */
const nextIdRoute: Route = query({
  path: '/mes/system/base/query/id',
  permission: SIGNED_IN,
  bare: true,
  input: {},
  run: async ({ db }) => (await sql<{ id: number }>`select nextval('id_sequence') as id`.execute(db)).rows,
});

const filterOf = (raw: string | null) => parseObject('filter', raw);

const filterField = text({ max: 20_000, label: 'filter' });
const searchField = text({ max: 100, label: 'search' });

function pageRoute(entity: EntityDeclaration): Route {
  return query({
    path: `${entity.path}/page`,
    permission: toRead(entity.permission),
    input: {
      filter: filterField,
      search: searchField,
      sort: text({ max: 60, label: 'sort' }),
      offset: number({ min: 0, max: 10_000_000, decimals: 0, initial: 0, label: 'rows' }),
      limit: number({ min: 1, max: MAX_ROWS, decimals: 0, initial: 50, label: 'rows' }),
    },
    run: ({ db, user, input }) => page(db, entity, user, { ...input, filter: filterOf(input.filter) }),
  });
}

const idField = number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'code' });

const getRoute = (entity: EntityDeclaration): Route =>
  query({
    path: `${entity.path}/get`,
    permission: toRead(entity.permission),
    input: { id: idField },
    run: ({ db, user, input }) => get(db, entity, user, input.id),
  });

/** Makes the save endpoint: without an id it adds a row, with an id it modifies one. */
function saveRoute(entity: EntityDeclaration): Route {
  const add = toAct(entity.permission, 'ADD');
  const modify = toAct(entity.permission, 'MODIFY');
  const input: FieldMap = {
    ...savableFields(entity),
    id: { ...idField, required: false },
    version: number({ min: 1, max: 2_000_000_000, decimals: 0 }),
    ...(entity.customColumns ? { custom: customInput } : {}),
  };
  return {
    ...command({
      path: `${entity.path}/save`,
      permission: [add, modify],
      input,
      run: async ({ work, user, input: values }: Command<Record<string, unknown>>) => {
        const {
          id = null,
          version = null,
          custom = null,
          ...given
        } = values as { id?: number | null; version?: number | null; custom?: string | null };
        if (!can(user, id === null ? add : modify)) throw fail('noPermission');
        const more = custom === null ? {} : { custom: parseObject('custom', custom) };
        return save(work, entity, user, id, version, { ...given, ...more });
      },
    }),
    partial: true,
  };
}

const deleteRoute = (entity: EntityDeclaration): Route =>
  command({
    path: `${entity.path}/delete`,
    permission: toAct(entity.permission, 'DELETE'),
    input: { ids: refs(entity.name, { max: MAX_ROWS, label: 'rows' }) },
    run: ({ work, input }) => remove(work, entity, input.ids),
  });

/**
 * The permissions of which a caller needs one to choose rows of an entity in a picker: the
 * permission to read the entity, and the permission of each endpoint whose input refers to the
 * entity.
 */
function permissionsToChoose(entity: EntityDeclaration, others: readonly Route[]): readonly Permission[] {
  const found = new Set<Permission>([toRead(entity.permission)]);
  const refers = (fields: FieldMap): boolean =>
    Object.values(fields).some(
      (field) => field.to === entity.name || (field.of !== undefined && refers(field.of)),
    );
  for (const route of others) {
    if (!refers(route.input)) continue;
    for (const code of typeof route.permission === 'string' ? [route.permission] : route.permission)
      found.add(code);
  }
  return found.has(SIGNED_IN) ? [SIGNED_IN] : [...found];
}

/**
 * Refuses filters on hidden fields if the caller may only choose rows. With these filters the
 * caller could guess hidden values, for example telephone numbers.
 * @throws noPermission
 */
function refuseToProbe(entity: EntityDeclaration, user: Viewer, filter: Record<string, unknown>): void {
  if (can(user, toRead(entity.permission))) return;
  for (const name of Object.keys(filter)) {
    const kind = Object.hasOwn(entity.fields, name) ? entity.fields[name]!.kind : null;
    const revealsValue = kind === 'text' || kind === 'number' || kind === 'date';
    if (revealsValue && !SHOWN.has(name) && name !== entity.shownAs) throw fail('noPermission');
  }
}

/** The maximum number of rows of a complete list. */
const MAX_LIST_ROWS = 100_000;
/** The maximum number of rows of a list if the call gives no limit. */
const DEFAULT_LIST_ROWS = 50;

const listPath = (entity: EntityDeclaration): string => `${entity.path}/list`;

/**
 * Makes the endpoint that lists rows for pickers. On the path of a reference list, a call without a
 * limit returns all rows.
 */
function listRoute(entity: EntityDeclaration, others: readonly Route[], path = listPath(entity)): Route {
  const reference = ROW_LISTS.find((one) => one.path === path);
  const { parameter, field } = reference ?? {};
  const narrowing: FieldMap =
    parameter && field
      ? {
          [parameter]: {
            ...entity.fields[field]!,
            required: false,
            label: labelOf(field, entity.fields[field]!),
          },
        }
      : {};
  return query({
    path,
    permission: permissionsToChoose(entity, others),
    bare: true,
    input: {
      ...narrowing,
      filter: filterField,
      search: searchField,
      ids: refs(entity.name, { max: MAX_ROWS, label: 'rows' }),
      limit: number({ min: 1, max: MAX_ROWS, decimals: 0, label: 'rows' }),
      all: flag({ label: 'rows' }),
    },
    run: async ({ db, user, input }) => {
      const given = (parameter && (input as Record<string, unknown>)[parameter]) ?? null;
      const filter = { ...filterOf(input.filter), ...(field && given !== null ? { [field]: given } : {}) };
      refuseToProbe(entity, user, filter);
      const isWhole = input.all || (input.limit === null && reference !== undefined);
      return list(db, entity, user, {
        ...input,
        limit: isWhole ? MAX_LIST_ROWS : (input.limit ?? DEFAULT_LIST_ROWS),
        filter,
      });
    },
  });
}

/**
 * Makes the generated endpoints of all entities.
 * @param features the hand-written endpoints; a caller of one of them may choose the rows that its
 * input refers to
 */
export function crudRoutes(features: readonly Route[]): Route[] {
  const declared = entityNames.map((name) => entities[name] as EntityDeclaration);
  const has = (entity: EntityDeclaration, verb: Verb) => (entity.verbs ?? VERBS).includes(verb);
  const make = (verb: Verb, route: (entity: EntityDeclaration) => Route) =>
    declared.filter((entity) => has(entity, verb)).map(route);
  const saves = make('save', saveRoute);
  return [
    ...make('page', pageRoute),
    ...make('get', getRoute),
    ...saves,
    ...make('delete', deleteRoute),
    ...make('list', (entity) => listRoute(entity, [...saves, ...features])),
    ...ROW_LISTS.filter(({ path, of }) => path !== listPath(entityOf(of))).map(({ path, of }) =>
      listRoute(entityOf(of), [...saves, ...features], path),
    ),
    nextIdRoute,
  ];
}
