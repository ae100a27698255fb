import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { number } from '#shared/kernel/fields.ts';
import { VISITOR_PERMISSION } from '#shared/kernel/permissions.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { findStoredFile } from '../../call/find-stored-file.ts';
import type { RawRoute } from '../../call/raw-route.ts';
import { refuseUnseenKanban } from './show-kanban.ts';

const fields = { kanbanId: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0 }) };

/** The route that serves the logo of a kanban to everybody who may see the kanban. */
export const kanbanRawRoutes: readonly RawRoute[] = [
  {
    path: '/mes/kanban/logo',
    permission: VISITOR_PERMISSION,
    allowsOutsiders: true,
    limit: { bytes: 10_000, label: '10 KB' },
    run: async (call) => {
      const { db, user, body } = call;
      const { values, problems } = validateRecord(fields, {
        kanbanId: new URLSearchParams(body.toString('utf8')).get('kanbanId'),
      });
      if (problems) throw makeError('fieldsInvalid', {}, problems);
      refuseUnseenKanban(user, values.kanbanId);
      const { rows } = await sql<{ logo: number | null }>`select logo from customer_kanban
        where factory_id = ${user.factoryId} and id = ${values.kanbanId} and deleted_at is null`.execute(db);
      const logo = rows[0]?.logo ?? null;
      if (logo === null) throw makeError('rowNotFound');
      return findStoredFile(call, user.factoryId, logo, () => true);
    },
  },
];
