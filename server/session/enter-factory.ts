import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser, FactoryPermissions } from '#shared/kernel/wire.ts';
import type { Db } from '../db/database.ts';
import { runTransaction } from '../db/transaction.ts';
import { revokeSessions } from '../hooks/revoke-sessions.ts';
import type { CallSender } from '../call/route.ts';
import { hashToken } from '../db/token-hash.ts';
import { PERMISSION_APPLIES_CONDITION } from './permission-counts-here.ts';
import { openSession, type LoginAnswer } from './open-session.ts';
import { SESSION_IDLE_HOURS, MAX_SESSION_DAYS } from './authenticate.ts';

/** A factory that a user may enter, with the user's account there. */
interface EnterableFactory extends FactoryPermissions {
  accountId: number;
  /** Whether the user has not yet accepted the invitation as a guest. */
  isNew: boolean;
}

const buildHomeAccountQuery = (user: CurrentUser) => sql`select h.factory_id, h.id from account a
  join account h on h.factory_id = coalesce(a.home_factory_id, a.factory_id) and h.id = coalesce(a.home_account_id, a.id)
  where a.factory_id = ${user.factoryId} and a.id = ${user.accountId} and h.employee_id is not null`;

/**
 * Finds the factories between which a user may move: first the home factory, then those where the user is an enabled
 * guest. They include the factory in which the user is now. The list is empty for terminals, for users at a terminal,
 * and for users of customers and suppliers.
 */
async function findEnterableFactories(db: Db, user: CurrentUser): Promise<EnterableFactory[]> {
  if (user.kind !== 'employee' || user.terminal !== null) return [];
  const result = await sql<Omit<EnterableFactory, 'isHere'>>`
    with home as (${buildHomeAccountQuery(user)}),
    open as (
      select h.factory_id, h.id as account_id, true as is_home, false as is_new from home h
      union all
      select g.factory_id, a.id, false, g.accepted_at is null from home h
        join account a on a.home_factory_id = h.factory_id and a.home_account_id = h.id and a.disabled_at is null
        join guest g on g.factory_id = a.factory_id and g.id = a.guest_id and g.deleted_at is null and g.enabled
    )
    select o.factory_id, f.code as factory_code, f.name as factory_name, o.is_home, o.is_new, o.account_id,
      array(
        select distinct p.permission from account_role h
        join role r on r.factory_id = h.factory_id and r.id = h.role_id and r.deleted_at is null
        join role_permissions p on p.factory_id = r.factory_id and p.owner_id = r.id
        where h.factory_id = o.factory_id and h.account_id = o.account_id and ${PERMISSION_APPLIES_CONDITION} order by 1
      ) as permissions
    from open o join factory f on f.id = o.factory_id
    order by o.is_home desc, f.name, f.id`.execute(db);
  return result.rows.map((row) => ({ ...row, isHere: row.factoryId === user.factoryId }));
}

/** Loads the factories that a user may enter, with the permissions there (specification §3: factoryPermissions). */
export const loadFactoryPermissions = async (db: Db, user: CurrentUser): Promise<FactoryPermissions[]> =>
  (await findEnterableFactories(db, user)).map(({ accountId: _account, isNew: _new, ...factory }) => factory);

/** Records that the guest has accepted the invitation. The first time that a guest enters counts as acceptance. */
async function acceptInvitation(
  db: Db,
  user: CurrentUser,
  sender: CallSender,
  factory: EnterableFactory,
): Promise<void> {
  const actor = {
    factoryId: factory.factoryId,
    accountId: factory.accountId,
    name: user.name,
    ip: sender.ip,
  };
  await runTransaction(db, actor, async (tx) => {
    const acceptedGuests = await sql<{ id: number }>`update guest g
      set accepted_at = ${tx.now}, version = version + 1, updated_at = now()
      from account a where a.factory_id = ${factory.factoryId} and a.id = ${factory.accountId}
        and g.factory_id = a.factory_id and g.id = a.guest_id and g.accepted_at is null
      returning g.id`.execute(tx.db);
    const guestIds = acceptedGuests.rows.map((row) => row.id);
    if (guestIds.length > 0) tx.announce('setting', 'guest', guestIds);
  });
}

/**
 * Opens a session in another factory, or back in the home factory. The new session ends at the latest together with
 * the session that the user opened by logging in.
 * @throws factoryNotOpen if the user is already in the factory or may not enter it, or if it does not exist;
 * loginFailed if the account was disabled in the meantime
 */
export async function enterFactory(
  db: Db,
  user: CurrentUser,
  sender: CallSender,
  factoryId: number,
): Promise<LoginAnswer> {
  const factory = (await findEnterableFactories(db, user)).find(
    (candidate) => candidate.factoryId === factoryId,
  );
  if (!factory || factory.isHere) throw makeError('factoryNotOpen');
  if (factory.isNew) await acceptInvitation(db, user, sender, factory);
  const tokenHash = hashToken(sender.token!);
  const currentSession = await db
    .selectFrom('session')
    .select(['loginHash', 'remembered'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  const loginAnswer = await openSession(
    db,
    {
      factoryId,
      accountId: factory.accountId,
      name: user.name,
      remembered: currentSession.remembered,
      minutes: (currentSession.remembered ? MAX_SESSION_DAYS * 24 : SESSION_IDLE_HOURS) * 60,
      loginHash: currentSession.loginHash ?? tokenHash,
    },
    sender,
  );
  // This ends the session in the factory that the user leaves, with two exceptions. A login session stays, because
  // other sessions depend on it. A remembered session stays, because other windows share it.
  if (currentSession.loginHash !== null && !currentSession.remembered) {
    const actor = { factoryId: user.factoryId, accountId: user.accountId, name: user.name, ip: sender.ip };
    await runTransaction(db, actor, (tx) => revokeSessions(tx, sql`s.token_hash = ${tokenHash}`));
  }
  return loginAnswer;
}
