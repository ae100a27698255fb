import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { PairingAnswer, PairingRequest } from '#shared/answers/boards/wall.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { encodeUser } from '#shared/kernel/user-answer.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { CallSender } from '../../call/route.ts';
import type { Db } from '../../db/database.ts';
import { hashToken } from '../../db/token-hash.ts';
import type { Transaction } from '../../db/transaction.ts';
import { refuseUnseenSources } from '../../hooks/live-sources.ts';
import { loadPlaylistOfScreen, loadSourcesOfPlaylist, type ScreenContent } from '../../hooks/shown-boards.ts';
import { revokeDevicesOfScreens } from '../../hooks/wall-screen.ts';
import { authenticate } from '../../session/authenticate.ts';
import { beginAttempt } from '../../session/login-attempts.ts';
import { SCREEN_SESSION_IDLE_DAYS } from '../../session/screen-session.ts';

/** The letters of codes. No two look or sound alike, and without vowels they form no words. */
const CODE_LETTERS = 'CDFHJKLMNPRTVWXY';
const CODE_LENGTH = 8;
const CODE_LIFETIME_MINUTES = 10;
/** The maximum number of waiting browsers with one IP address. A factory may share one address. */
const MAX_WAITING_BROWSERS_PER_ADDRESS = 60;
/** The maximum number of browsers that wait for pairing. */
const MAX_WAITING_BROWSERS = 5000;
const MAX_AGENT_LENGTH = 200;

const makeCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('');

/** Converts a typed code to capital letters, and removes blanks, hyphens and other characters. */
const normaliseCode = (code: string): string => code.replaceAll(/[^a-z]/gi, '').toUpperCase();

/** Deletes expired codes. Refuses a new code if too many browsers wait. @throws tooManyRequests */
async function refuseTooManyWaitingBrowsers(db: Db, ip: string): Promise<void> {
  await sql`delete from wall_pairing where expires_at < now()`.execute(db);
  const { rows } = await sql<{ countOfAddress: number; totalCount: number }>`select
    (select count(*) from wall_pairing where ip = ${ip})::integer as count_of_address,
    (select count(*) from wall_pairing)::integer as total_count`.execute(db);
  if (
    rows[0]!.countOfAddress >= MAX_WAITING_BROWSERS_PER_ADDRESS ||
    rows[0]!.totalCount >= MAX_WAITING_BROWSERS
  )
    throw makeError('tooManyRequests');
}

/**
 * Tells a browser whether it is paired, and gives it a code if it is not. A browser that already waits keeps its code.
 * With each new code the browser gets a new random token, which becomes valid when somebody confirms the code. The
 * token is sent only together with its code, and the server stores only its hash.
 * @param user the user of the paired screen; null if the browser is not paired
 * @throws tooManyRequests if too many browsers wait for pairing
 */
export async function readOrBeginPairing(
  db: Db,
  user: CurrentUser | null,
  { ip, agent, token }: CallSender,
): Promise<PairingAnswer> {
  if (user?.screen) return { code: null, user: encodeUser(user) };
  if (token !== null) {
    const result = await sql<{ code: string; expiresAt: string }>`select code, expires_at from wall_pairing
      where token_hash = ${hashToken(token)} and expires_at > now()`.execute(db);
    if (result.rows[0]) return { ...result.rows[0], token: null, user: null };
    // Somebody may have confirmed the code after this call was authenticated. A new code would lose the pairing.
    const authentication = await authenticate(db, token);
    if (authentication?.user.screen) return { code: null, user: encodeUser(authentication.user) };
  }
  await refuseTooManyWaitingBrowsers(db, ip);
  const newToken = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ code: string; expiresAt: string }>`
    insert into wall_pairing (token_hash, code, ip, agent, expires_at)
    values (${hashToken(newToken)}, ${makeCode()}, ${ip}, ${agent.slice(0, MAX_AGENT_LENGTH)},
      now() + make_interval(mins => ${CODE_LIFETIME_MINUTES}))
    returning code, expires_at`.execute(db);
  return { ...rows[0]!, token: newToken, user: null };
}

/**
 * Finds the browser that shows a code. Wrong codes are counted by account, so that nobody finds a code by trying.
 * @throws pairingCodeUnknown if no browser shows the code or the code has expired; loginLocked after too many tries
 */
export async function findPairingRequest(
  db: Db,
  { factoryId, accountId }: CurrentUser,
  typedCode: string,
): Promise<PairingRequest> {
  const attempt = await beginAttempt(db, { account: `pairing\n${factoryId}\n${accountId}`, place: null });
  const { rows } = await sql<PairingRequest>`select code, ip, agent, created_at as asked_at from wall_pairing
    where code = ${normaliseCode(typedCode)} and expires_at > now()`.execute(db);
  if (!rows[0]) {
    await attempt.recordFailure();
    throw makeError('pairingCodeUnknown', {}, { code: { reason: 'notAChoice' } });
  }
  // A correct code does not reset the count. Otherwise anyone who guesses codes could reset it with the code
  // of their own browser.
  await attempt.withdraw();
  return rows[0];
}

/** Locks a screen. @throws rowNotFound if the factory has no such screen */
export async function lockScreen(tx: Transaction, screenId: number): Promise<{ id: number; name: string }> {
  const { rows } = await sql<{ id: number; name: string }>`select id, name from wall_screen
    where factory_id = ${tx.factoryId} and id = ${screenId} and deleted_at is null for update`.execute(tx.db);
  if (!rows[0]) throw makeError('rowNotFound');
  return rows[0];
}

/**
 * Refuses to pair a browser with a screen that shows reports which the caller may not see, because
 * the caller may own the browser.
 * @throws noPermission
 */
async function refuseUnseenScreen(tx: Transaction, screenId: number): Promise<void> {
  const { rows } = await sql<ScreenContent>`select playlist_id, board_id, preset from wall_screen
    where factory_id = ${tx.factoryId} and id = ${screenId}`.execute(tx.db);
  const playlist = await loadPlaylistOfScreen(tx.db, tx.factoryId, rows[0]!);
  await refuseUnseenSources(tx, await loadSourcesOfPlaylist(tx.db, tx.factoryId, playlist), 'screenId');
}

/**
 * Pairs the browser that shows a code with a screen, and revokes the screen's previous device. The
 * code is deleted, so that only one of two people who confirm it at the same time succeeds.
 * @throws rowNotFound, noPermission, pairingCodeUnknown
 */
export async function pairScreen(
  tx: Transaction,
  { screenId, code }: { screenId: number; code: string },
): Promise<{ id: number; name: string }> {
  const screen = await lockScreen(tx, screenId);
  await refuseUnseenScreen(tx, screenId);
  const { rows } = await sql<{ tokenHash: string; ip: string; agent: string }>`delete from wall_pairing
    where code = ${normaliseCode(code)} and expires_at > now() returning token_hash, ip, agent`.execute(
    tx.db,
  );
  const device = rows[0];
  if (!device) throw makeError('pairingCodeUnknown', {}, { code: { reason: 'notAChoice' } });
  await revokeDevicesOfScreens(tx, [screenId]);
  await sql`insert into session (token_hash, factory_id, account_id, remembered, ip, agent, expires_at)
    select ${device.tokenHash}, factory_id, id, true, ${device.ip}, ${device.agent},
      now() + make_interval(days => ${SCREEN_SESSION_IDLE_DAYS})
    from account where factory_id = ${tx.factoryId} and wall_screen_id = ${screenId}`.execute(tx.db);
  await sql`update wall_screen set state = 'dark', seen_at = null, build = null, resolution = null, lag = null
    where factory_id = ${tx.factoryId} and id = ${screenId}`.execute(tx.db);
  tx.log({
    entity: 'wallScreen',
    id: screenId,
    action: 'pair',
    after: { ip: device.ip, agent: device.agent },
  });
  tx.announce('board', 'wallScreen', [screenId]);
  return screen;
}

/** Ends the session of the device of a screen. The device shows a new pairing code at once. @throws rowNotFound */
export async function revokeScreen(tx: Transaction, screenId: number): Promise<{ revoked: number }> {
  await lockScreen(tx, screenId);
  const revoked = await revokeDevicesOfScreens(tx, [screenId]);
  await sql`update wall_screen set state = 'notPaired', lag = null
    where factory_id = ${tx.factoryId} and id = ${screenId}`.execute(tx.db);
  tx.log({ entity: 'wallScreen', id: screenId, action: 'revoke' });
  tx.announce('board', 'wallScreen', [screenId]);
  return { revoked };
}
