import { makeError } from '#shared/kernel/errors.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { validateRecord, type FieldProblems } from '#shared/kernel/validate.ts';
import type { Route } from '../call/route.ts';

/**
 * The maximum number of cached field combinations per route. Screens send few combinations, but an
 * attacker could send all.
 */
const MAX_CACHED_FIELD_MAPS = 200;

const fieldMapsByRoute = new WeakMap<Route, Map<string, FieldMap>>();

/**
 * Returns the declarations of the named fields. It caches them, because validation compiles a schema for each
 * new object.
 */
function selectFields(route: Route, names: string[]): FieldMap {
  const fieldMaps = fieldMapsByRoute.get(route) ?? new Map<string, FieldMap>();
  fieldMapsByRoute.set(route, fieldMaps);
  const key = names.sort().join();
  const cachedFieldMap = fieldMaps.get(key);
  if (cachedFieldMap) return cachedFieldMap;
  const fieldMap = Object.fromEntries(names.map((name) => [name, route.input[name]!]));
  if (fieldMaps.size < MAX_CACHED_FIELD_MAPS) fieldMaps.set(key, fieldMap);
  return fieldMap;
}

/**
 * Validates the input of a route: all declared fields, or the given fields of a `partial` route.
 * @throws fieldsInvalid with a problem per field, also for unknown fields
 */
export function validateInput(route: Route, fields: Record<string, unknown>): Record<string, unknown> {
  const givenNames = Object.keys(fields);
  const unknownNames = givenNames.filter((name) => !Object.hasOwn(route.input, name));
  const fieldMap = route.partial
    ? selectFields(
        route,
        givenNames.filter((name) => Object.hasOwn(route.input, name)),
      )
    : route.input;
  const knownFields = Object.fromEntries(
    Object.entries(fields).filter(([name]) => Object.hasOwn(route.input, name)),
  );
  const validation = validateRecord(fieldMap, knownFields);
  const problems: FieldProblems = { ...validation.problems };
  for (const name of unknownNames) problems[name] = { reason: 'unknown' };
  if (!validation.values || unknownNames.length > 0) throw makeError('fieldsInvalid', {}, problems);
  return validation.values;
}
