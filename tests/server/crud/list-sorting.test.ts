import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { buildListSorting } from '#server/crud/filter.ts';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';

/** Compiles SQL to text without a database. */
const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const buildSortingText = (sort: string): string =>
  buildListSorting(entities.qualityException as EntityDeclaration, sort).compile(compiler).sql;

test('a list is sorted in index order if the column is never null, and else has rows without a value last', () => {
  expect(buildSortingText('-raisedAt')).toBe('"t"."raised_at" desc, t.id desc');
  expect(buildSortingText('-updatedAt')).toBe('"t"."updated_at" desc, t.id desc');
  expect(buildSortingText('-finishedAt')).toBe('"t"."finished_at" desc nulls last, t.id desc');
  // A list shows a required reference by the name of its row. This name can be empty, so empty names come last.
  expect(buildSortingText('processId')).toBe('"ref_process_id"."name"::text asc nulls last, t.id asc');
});
