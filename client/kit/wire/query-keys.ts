import type { EntityName } from '#shared/entities/index.ts';
import type { Verb } from '#shared/kernel/entity.ts';

/**
 * The names under which answers are kept, so that the one listener to `changed` knows what a change touches:
 * everything about an entity begins with ['entity', name], a report with ['report', path].
 */
export const queryKeys = {
  entity: (
    name: EntityName | (string & {}),
    verb?: Verb | (string & {}),
    params?: unknown,
  ): readonly unknown[] =>
    params !== undefined ? ['entity', name, verb, params] : verb ? ['entity', name, verb] : ['entity', name],
  report: (path: string, params?: unknown): readonly unknown[] =>
    params === undefined ? ['report', path] : ['report', path, params],
};
