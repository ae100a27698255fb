import type { EntityName } from '#shared/entities/index.ts';
import type { Verb } from '#shared/kernel/entity.ts';

/**
 * The query keys, from which the `changed` listener finds the affected queries: those of an entity begin with
 * ['entity', name], those of a report with ['report', path].
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
