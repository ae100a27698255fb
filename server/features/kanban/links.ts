import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CreatedLink } from '#shared/answers/boards/kanban.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { Lang } from '#shared/kernel/lang.ts';
import type { CallSender } from '../../call/route.ts';
import type { Db } from '../../db/database.ts';
import { hashToken } from '../../db/token-hash.ts';
import { runTransaction, type Transaction } from '../../db/transaction.ts';
import { revokeLinks } from '../../hooks/customer-kanban.ts';
import { verifyPassword } from '../../session/hash-password.ts';
import { LINK_SESSION_MINUTES, VALID_LINK_CONDITION } from '../../session/link-session.ts';
import { beginAttempt } from '../../session/login-attempts.ts';
import { buildLoginAnswer, insertSession, type LoginAnswer } from '../../session/open-session.ts';

const TOKEN_BYTES = 24;
const MAX_VALIDITY_DAYS = 366;
/** The maximum number of visitors who have a link open at the same time. */
const MAX_VISITORS = 200;
/** After this many minutes without a call, a visitor counts as gone. The page calls twice a minute. */
const VISITOR_LEFT_MINUTES = 10;

interface NewLink {
  kanbanId: number;
  recipient: string;
  /** The last valid day in the zone of the factory: 'YYYY-MM-DD'. */
  validUntil: string;
  language: Lang | null;
  passwordHash: string | null;
}

/** Refuses a last day that has passed or is more than MAX_VALIDITY_DAYS away. @throws fieldsInvalid */
async function refuseWrongLastDay(tx: Transaction, validUntil: string): Promise<void> {
  const { rows } = await sql<{ today: string; latestAllowedDay: string }>`
    select day as today, day + ${MAX_VALIDITY_DAYS}::integer as latest_allowed_day
    from (select (now() at time zone zone)::date as day from factory where id = ${tx.factoryId}) d`.execute(
    tx.db,
  );
  const { today, latestAllowedDay } = rows[0]!;
  if (validUntil < today)
    throw makeError('fieldsInvalid', {}, { validUntil: { reason: 'tooSmall', params: { min: today } } });
  if (validUntil > latestAllowedDay)
    throw makeError(
      'fieldsInvalid',
      {},
      { validUntil: { reason: 'tooLarge', params: { max: latestAllowedDay } } },
    );
}

/** Makes a link, with an account to which the sessions of its visitors belong. @throws rowNotFound, fieldsInvalid */
export async function makeLink(tx: Transaction, link: NewLink): Promise<CreatedLink> {
  const { kanbanId, recipient, validUntil, language, passwordHash } = link;
  const kanban = await sql`select 1 from customer_kanban
    where factory_id = ${tx.factoryId} and id = ${kanbanId} and deleted_at is null for share`.execute(tx.db);
  if (kanban.rows.length === 0) throw makeError('rowNotFound');
  await refuseWrongLastDay(tx, validUntil);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { rows } = await sql<{
    id: number;
  }>`insert into kanban_link (factory_id, kanban_id, recipient, valid_until,
      language, has_password, created_by, updated_by)
    values (${tx.factoryId}, ${kanbanId}, ${recipient}, ${validUntil}, ${language}, ${passwordHash !== null},
      ${tx.name}, ${tx.name}) returning id`.execute(tx.db);
  const { id } = rows[0]!;
  await sql`insert into kanban_link_secret (factory_id, link_id, token_hash, password_hash)
    values (${tx.factoryId}, ${id}, ${hashToken(token)}, ${passwordHash})`.execute(tx.db);
  await tx.db
    .insertInto('account')
    .values({
      factoryId: tx.factoryId,
      kind: 'link',
      kanbanLinkId: id,
      code: `link ${id}`,
      mustChange: false,
    })
    .execute();
  tx.log({ entity: 'kanbanLink', id, action: 'share', after: { kanbanId, recipient, validUntil } });
  tx.announce('board', 'kanbanLink', [id]);
  return { id, token };
}

/** Revokes a link. Its visitors lose the kanban at once. @throws rowNotFound if it is not valid any more */
export async function revokeLink(tx: Transaction, id: number): Promise<{ id: number }> {
  const revokedLinks = await revokeLinks(tx, 'id', [id]);
  if (revokedLinks.length === 0) throw makeError('rowNotFound');
  return { id };
}

interface OpenedLink {
  id: number;
  factoryId: number;
  accountId: number;
  recipient: string;
  passwordHash: string | null;
}

/**
 * Verifies the password of a link, and counts wrong passwords.
 * @throws linkPasswordRequired, linkPasswordWrong, loginLocked
 */
async function verifyLinkPassword(
  db: Db,
  link: OpenedLink,
  enteredPassword: string | null,
  ip: string,
): Promise<void> {
  if (link.passwordHash === null) return;
  if (enteredPassword === null) throw makeError('linkPasswordRequired');
  const attempt = await beginAttempt(db, {
    account: `link\n${link.factoryId}\n${link.id}`,
    // Wrong guesses at links must not slow down the log-ins from the same address.
    place: `link address\n${ip}`,
  });
  if (await verifyPassword(enteredPassword, link.passwordHash)) {
    await attempt.recordSuccess();
    return;
  }
  await attempt.recordFailure();
  throw makeError('linkPasswordWrong', {}, { password: { reason: 'notAChoice' } });
}

/**
 * Counts a view of a link. The link is locked, so that it is not revoked before the session of the visitor is written.
 * @throws linkNotValid if the link was revoked in the meantime
 */
async function countView(tx: Transaction, id: number): Promise<void> {
  const { rows } = await sql`update kanban_link set view_count = view_count + 1, viewed_at = now()
    where factory_id = ${tx.factoryId} and id = ${id} and revoked_at is null and deleted_at is null
    returning id`.execute(tx.db);
  if (rows.length === 0) throw makeError('linkNotValid');
}

async function countSessions(tx: Transaction, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from session
    where factory_id = ${tx.factoryId} and account_id = ${accountId} and revoked_at is null`.execute(tx.db);
  return rows[0]!.count;
}

/**
 * Makes room for another visitor. If the link is full, the sessions of visitors who have left are deleted.
 * @throws tooManyRequests if nobody has left
 */
async function makeRoomForVisitor(tx: Transaction, accountId: number): Promise<void> {
  if ((await countSessions(tx, accountId)) < MAX_VISITORS) return;
  await sql`delete from session where factory_id = ${tx.factoryId} and account_id = ${accountId}
    and seen_at < now() - make_interval(mins => ${VISITOR_LEFT_MINUTES})`.execute(tx.db);
  if ((await countSessions(tx, accountId)) >= MAX_VISITORS) throw makeError('tooManyRequests');
}

/**
 * Opens a session for a visitor of a link, and counts the view.
 * @throws linkNotValid if the token is unknown, or the link is revoked or expired; linkPasswordRequired,
 * linkPasswordWrong, loginLocked; tooManyRequests if too many visitors have the link open
 */
export async function openLink(
  db: Db,
  { linkToken, password }: { linkToken: string; password: string | null },
  sender: CallSender,
): Promise<LoginAnswer> {
  const { rows } =
    await sql<OpenedLink>`select k.id, k.factory_id, a.id as account_id, k.recipient, t.password_hash
    from kanban_link_secret t
    join kanban_link k on k.factory_id = t.factory_id and k.id = t.link_id
    join customer_kanban b on b.factory_id = k.factory_id and b.id = k.kanban_id
    join factory f on f.id = k.factory_id
    join account a on a.factory_id = k.factory_id and a.kanban_link_id = k.id
    where t.token_hash = ${hashToken(linkToken)} and ${VALID_LINK_CONDITION}`.execute(db);
  const link = rows[0];
  if (!link) throw makeError('linkNotValid');
  await verifyLinkPassword(db, link, password, sender.ip);
  const { id, factoryId, accountId, recipient } = link;
  const actor = { factoryId, accountId, name: recipient, ip: sender.ip };
  const session = { factoryId, accountId, name: recipient, remembered: true, minutes: LINK_SESSION_MINUTES };
  const token = await runTransaction(db, actor, async (tx) => {
    await countView(tx, id);
    await makeRoomForVisitor(tx, accountId);
    return insertSession(tx, session, sender);
  });
  return buildLoginAnswer(db, token);
}
