import { sql } from 'kysely';
import { ENTITY_VERBS, type EntityDeclaration, type EntityVerb } from '#shared/kernel/entity.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { flag, getFieldLabel, number, refs, text, type FieldMap } from '#shared/kernel/fields.ts';
import {
  hasPermission,
  SIGNED_IN_PERMISSION,
  getActionPermission,
  getReadPermission,
  type Permission,
} from '#shared/kernel/permissions.ts';
import { entities, entityNames, getEntity } from '#shared/entities/index.ts';
import { REFERENCE_LISTS_OF_ROWS } from '#shared/rules/reference-lists.ts';
import { defineCommand, defineQuery, type CommandCall, type Route } from '../call/route.ts';
import type { Viewer } from '../hooks/hooks.ts';
import { customValuesField } from './custom-input.ts';
import { parseJsonObject } from './parse-object.ts';
import { loadRecord, loadPickerRows, MAX_PAGE_ROWS, loadPage, PICKER_ROW_FIELDS } from './read.ts';
import { deleteRows } from './remove.ts';
import { getSavableFields, saveRecord } from './save.ts';
import { replaceEmptyReferencesByZero } from './select.ts';

/** Allocates an id that no row has or will get. The answer is an array with the id as its only element. */
const nextIdRoute: Route = defineQuery({
  path: '/mes/system/base/query/id',
  permission: SIGNED_IN_PERMISSION,
  hasArrayAnswer: true,
  input: {},
  run: async ({ db }) => {
    const { rows } = await sql<{ id: number }>`select nextval('id_sequence') as id`.execute(db);
    return rows.map(({ id }) => id);
  },
});

const parseFilter = (raw: string | null) => parseJsonObject('filter', raw);

const filterField = text({ max: 20_000, label: 'filter' });
const searchField = text({ max: 100, label: 'search' });

const mayTerminalCall = (entity: EntityDeclaration, verb: EntityVerb): boolean =>
  entity.terminalVerbs?.includes(verb) ?? false;

function makePageRoute(entity: EntityDeclaration): Route {
  return defineQuery({
    path: `${entity.path}/page`,
    permission: getReadPermission(entity.permission),
    allowsTerminals: mayTerminalCall(entity, 'page'),
    input: {
      filter: filterField,
      search: searchField,
      sort: text({ max: 60, label: 'sort' }),
      offset: number({ min: 0, max: 10_000_000, decimals: 0, initial: 0, label: 'rows' }),
      limit: number({ min: 1, max: MAX_PAGE_ROWS, decimals: 0, initial: 50, label: 'rows' }),
    },
    run: async ({ db, user, input }) => {
      const page = await loadPage(db, entity, user, { ...input, filter: parseFilter(input.filter) });
      return { ...page, rows: page.rows.map((row) => replaceEmptyReferencesByZero(entity, row)) };
    },
  });
}

const idField = number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0, label: 'code' });

const makeGetRoute = (entity: EntityDeclaration): Route =>
  defineQuery({
    path: `${entity.path}/get`,
    permission: getReadPermission(entity.permission),
    input: { id: idField },
    run: async ({ db, user, input }) =>
      replaceEmptyReferencesByZero(entity, await loadRecord(db, entity, user, input.id)),
  });

/** Makes the save endpoint, which adds a row if the call has no id, and otherwise modifies a row. */
function makeSaveRoute(entity: EntityDeclaration): Route {
  const addPermission = getActionPermission(entity.permission, 'ADD');
  const modifyPermission = getActionPermission(entity.permission, 'MODIFY');
  const input: FieldMap = {
    ...getSavableFields(entity),
    id: { ...idField, required: false },
    version: number({ min: 1, max: 2_000_000_000, decimals: 0 }),
    ...(entity.customColumns ? { custom: customValuesField } : {}),
  };
  return {
    ...defineCommand({
      path: `${entity.path}/save`,
      permission: [addPermission, modifyPermission],
      input,
      run: async ({ tx, user, input: values }: CommandCall<Record<string, unknown>, void>) => {
        const {
          id = null,
          version = null,
          custom = null,
          ...givenValues
        } = values as { id?: number | null; version?: number | null; custom?: string | null };
        if (!hasPermission(user, id === null ? addPermission : modifyPermission))
          throw makeError('noPermission');
        // The custom values of a new row are always checked, because some custom columns may be required.
        const checksCustomValues = entity.customColumns !== undefined && (custom !== null || id === null);
        const customValues = checksCustomValues ? { custom: parseJsonObject('custom', custom) } : {};
        return replaceEmptyReferencesByZero(
          entity,
          await saveRecord(tx, entity, user, id, version, { ...givenValues, ...customValues }),
        );
      },
    }),
    partial: true,
  };
}

const makeDeleteRoute = (entity: EntityDeclaration): Route =>
  defineCommand({
    path: `${entity.path}/delete`,
    permission: getActionPermission(entity.permission, 'DELETE'),
    input: { ids: refs(entity.name, { max: MAX_PAGE_ROWS, label: 'rows' }) },
    run: ({ tx, input }) => deleteRows(tx, entity, input.ids),
  });

/**
 * Lists the permissions with which a caller may choose rows of an entity in a picker: the permission to read
 * the entity, and the permissions of all endpoints in `otherRoutes` whose input refers to the entity.
 */
function listPermissionsToChooseRows(
  entity: EntityDeclaration,
  otherRoutes: readonly Route[],
): readonly Permission[] {
  const permissions = new Set<Permission>([getReadPermission(entity.permission)]);
  const refersToEntity = (fields: FieldMap): boolean =>
    Object.values(fields).some(
      (field) => field.to === entity.name || (field.of !== undefined && refersToEntity(field.of)),
    );
  for (const route of otherRoutes) {
    if (!refersToEntity(route.input)) continue;
    for (const code of typeof route.permission === 'string' ? [route.permission] : route.permission)
      permissions.add(code);
  }
  return permissions.has(SIGNED_IN_PERMISSION) ? [SIGNED_IN_PERMISSION] : [...permissions];
}

/**
 * Refuses filters on fields that the caller may not read. A caller who may only choose rows can filter by the
 * fields of the short form and by those in `pickedBy`. With other filters the caller could find out hidden
 * values, for example a wage grade.
 * @throws noPermission
 */
function refuseHiddenFilters(entity: EntityDeclaration, user: Viewer, filter: Record<string, unknown>): void {
  if (hasPermission(user, getReadPermission(entity.permission))) return;
  const visibleFields = new Set([
    'id',
    entity.shownAs,
    entity.parentField,
    ...PICKER_ROW_FIELDS,
    ...(entity.pickedBy ?? []),
  ]);
  if (Object.keys(filter).some((name) => !visibleFields.has(name))) throw makeError('noPermission');
}

/** The maximum number of rows of a complete list. */
const MAX_LIST_ROWS = 100_000;
/** The maximum number of rows if a call gives no limit and does not ask for a complete list. */
const DEFAULT_LIST_ROWS = 50;

const getListPath = (entity: EntityDeclaration): string => `${entity.path}/list`;

/**
 * Makes the endpoint that lists rows for pickers. A call with `all` gets the complete list. On the path of a
 * reference list, a call that gives no limit gets the complete list too.
 */
function makeListRoute(
  entity: EntityDeclaration,
  otherRoutes: readonly Route[],
  path = getListPath(entity),
): Route {
  const referenceList = REFERENCE_LISTS_OF_ROWS.find((list) => list.path === path);
  const { parameter, field } = referenceList ?? {};
  const parameterFields: FieldMap =
    parameter && field
      ? {
          [parameter]: {
            ...entity.fields[field]!,
            required: false,
            label: getFieldLabel(field, entity.fields[field]!),
          },
        }
      : {};
  return defineQuery({
    path,
    permission: listPermissionsToChooseRows(entity, otherRoutes),
    hasArrayAnswer: true,
    allowsTerminals: path === getListPath(entity) && mayTerminalCall(entity, 'list'),
    input: {
      ...parameterFields,
      filter: filterField,
      search: searchField,
      ids: refs(entity.name, { max: MAX_PAGE_ROWS, label: 'rows' }),
      limit: number({ min: 1, max: MAX_PAGE_ROWS, decimals: 0, label: 'rows' }),
      all: flag({ label: 'rows' }),
    },
    run: async ({ db, user, input }) => {
      const parameterValue = (parameter && (input as Record<string, unknown>)[parameter]) ?? null;
      const filter = {
        ...parseFilter(input.filter),
        ...(field && parameterValue !== null ? { [field]: parameterValue } : {}),
      };
      refuseHiddenFilters(entity, user, filter);
      const isCompleteList = input.all || (input.limit === null && referenceList !== undefined);
      return loadPickerRows(db, entity, user, {
        ...input,
        limit: isCompleteList ? MAX_LIST_ROWS : (input.limit ?? DEFAULT_LIST_ROWS),
        filter,
      });
    },
  });
}

/**
 * Makes the generated endpoints of all entities, the reference lists of rows, and the endpoint for new ids.
 * @param featureRoutes the hand-written endpoints; a caller of such an endpoint may also choose the
 * rows to which its input refers
 */
export function makeCrudRoutes(featureRoutes: readonly Route[]): Route[] {
  const entityDeclarations = entityNames.map((name) => entities[name] as EntityDeclaration);
  const hasVerb = (entity: EntityDeclaration, verb: EntityVerb) =>
    (entity.verbs ?? ENTITY_VERBS).includes(verb);
  const makeRoutes = (verb: EntityVerb, makeRoute: (entity: EntityDeclaration) => Route) =>
    entityDeclarations.filter((entity) => hasVerb(entity, verb)).map(makeRoute);
  const saveRoutes = makeRoutes('save', makeSaveRoute);
  return [
    ...makeRoutes('page', makePageRoute),
    ...makeRoutes('get', makeGetRoute),
    ...saveRoutes,
    ...makeRoutes('delete', makeDeleteRoute),
    ...makeRoutes('list', (entity) => makeListRoute(entity, [...saveRoutes, ...featureRoutes])),
    ...REFERENCE_LISTS_OF_ROWS.filter(
      ({ path, entity: entityName }) => path !== getListPath(getEntity(entityName)),
    ).map(({ path, entity: entityName }) =>
      makeListRoute(getEntity(entityName), [...saveRoutes, ...featureRoutes], path),
    ),
    nextIdRoute,
  ];
}
