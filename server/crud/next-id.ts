import { sql } from 'kysely';
import { SIGNED_IN } from '#shared/kernel/permissions.ts';
import { query, type Route } from '../call/route.ts';

/** A number that no row has and none will be given: what a caller may name something by before it is saved. */
export const nextIdRoute: Route = query({
  path: '/mes/system/base/query/id',
  permission: SIGNED_IN,
  bare: true,
  input: {},
  run: async ({ db }) => (await sql<{ id: number }>`select nextval('id_sequence') as id`.execute(db)).rows,
});
