import type { EntityName } from '#shared/entities/index.ts';
import type { EntityVerb } from '#shared/kernel/entity.ts';

/**
 * Makes query keys. The key of an entity's query begins with ['entity', name], and the key of a
 * report's query with ['report', path]. `QueryInvalidator` finds the queries by these keys.
 */
export const queryKeys = {
  entity: (
    name: EntityName | (string & {}),
    verb?: EntityVerb | (string & {}),
    params?: unknown,
  ): readonly unknown[] =>
    params !== undefined ? ['entity', name, verb, params] : verb ? ['entity', name, verb] : ['entity', name],
  report: (path: string, params?: unknown): readonly unknown[] =>
    params === undefined ? ['report', path] : ['report', path, params],
};
