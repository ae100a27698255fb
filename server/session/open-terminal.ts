import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import type { Db } from '../db/database.ts';
import type { CallSender } from '../call/route.ts';
import { openSession, type LoginAnswer } from './open-session.ts';
import { TERMINAL_SESSION_IDLE_DAYS } from './authenticate.ts';

const REQUIRED_PERMISSION: PermissionCode = 'TERMINAL_OPEN';

/**
 * Opens a long session for a terminal's own account, so that the calling tablet becomes that terminal.
 * @param opener the account of the user who entered the password, and the code of the terminal
 * @throws noPermission if the user may not open terminals; terminalUnknown if the factory has no such terminal
 */
export async function openTerminalSession(
  db: Db,
  sender: CallSender,
  opener: { factoryId: number; id: number; deviceCode: string },
): Promise<LoginAnswer> {
  const result = await sql<{ mayOpen: boolean; terminal: { accountId: number; name: string } | null }>`
    select exists (
        select 1 from account a
        join account_role h on h.factory_id = a.factory_id and h.account_id = a.id
        join role r on r.factory_id = h.factory_id and r.id = h.role_id and r.deleted_at is null
        join role_permissions p on p.factory_id = r.factory_id and p.owner_id = r.id
        where a.factory_id = ${opener.factoryId} and a.id = ${opener.id} and p.permission = ${REQUIRED_PERMISSION}
      ) as may_open,
      (select jsonb_build_object('accountId', a.id, 'name', t.name) from terminal t
        join account a on a.factory_id = t.factory_id and a.terminal_id = t.id and a.disabled_at is null
        where t.factory_id = ${opener.factoryId} and t.code = ${opener.deviceCode} and t.deleted_at is null) as terminal`.execute(
    db,
  );
  const { mayOpen, terminal } = result.rows[0]!;
  if (!mayOpen) throw makeError('noPermission');
  if (!terminal) throw makeError('terminalUnknown', { code: opener.deviceCode });
  return openSession(
    db,
    {
      factoryId: opener.factoryId,
      ...terminal,
      remembered: true,
      minutes: TERMINAL_SESSION_IDLE_DAYS * 24 * 60,
    },
    sender,
  );
}
