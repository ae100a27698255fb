import { sql } from 'kysely';
import type { HomeBoardAnswer, HomeBoardSaveAnswer } from '#shared/answers/boards/home-board.ts';
import type { Board } from '#shared/boards/board.ts';
import { HOME_PRESETS, type HomePreset } from '#shared/boards/home-presets.ts';
import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { Db } from '../../db/database.ts';
import type { Transaction } from '../../db/transaction.ts';
import { parseBoardOrFail } from '../../hooks/board-text.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/** Reads the home page of a user: the user's own board, and the preset that the user's roles choose. */
export async function readHomeBoard(db: Db, user: CurrentUser): Promise<HomeBoardAnswer> {
  const { rows } = await sql<{ presets: HomePreset[]; version: number | null; content: string | null }>`
    select array(select distinct r.home_preset from account_role h
        join role r on r.factory_id = h.factory_id and r.id = h.role_id and r.deleted_at is null
        where h.factory_id = a.factory_id and h.account_id = a.id and r.home_preset is not null) as presets,
      b.version, b.content
    from account a left join home_board b on b.factory_id = a.factory_id and b.account_id = a.id
    where a.factory_id = ${user.factoryId} and a.id = ${user.accountId}`.execute(db);
  const { presets, version, content } = rows[0]!;
  return {
    rolePreset: HOME_PRESETS.find((name) => presets.includes(name)) ?? null,
    version: version ?? 0,
    content,
  };
}

/**
 * Refuses everybody who may not change a home page: users who are not employees, and all users at a terminal.
 * @throws noPermission
 */
function refuseNonEmployeesAndTerminals({ kind, terminal }: CurrentUser): void {
  if (kind !== 'employee' || terminal !== null) throw makeError('noPermission');
}

const countTiles = (content: string | null): number | null =>
  content === null ? null : (JSON.parse(content) as Board).tiles.length;

/**
 * Stores the board of a user. The history contains the number of its tiles instead of its content.
 * @param version the version that the user has read; 0 if there was none
 * @param content null to remove the board
 * @throws noPermission, stale
 */
async function storeHomeBoard(
  tx: Transaction,
  user: CurrentUser,
  version: number,
  content: string | null,
): Promise<HomeBoardSaveAnswer> {
  refuseNonEmployeesAndTerminals(user);
  const { factoryId, accountId } = user;
  await sql`insert into home_board (factory_id, account_id) values (${factoryId}, ${accountId})
    on conflict (factory_id, account_id) do nothing`.execute(tx.db);
  const { rows } = await sql<{
    version: number;
    updatedBy: string;
    updatedAt: string;
    content: string | null;
  }>`select version, updated_by, updated_at, content from home_board
    where factory_id = ${factoryId} and account_id = ${accountId} for update`.execute(tx.db);
  const storedBoard = rows[0]!;
  refuseStale(storedBoard, version);
  await sql`update home_board set version = ${version + 1}, content = ${content}, updated_at = ${tx.now},
      updated_by = ${tx.name}
    where factory_id = ${factoryId} and account_id = ${accountId}`.execute(tx.db);
  tx.log({
    entity: 'homeBoard',
    id: accountId,
    action: content === null ? 'resetHome' : 'modify',
    before: { tileCount: countTiles(storedBoard.content) },
    after: { tileCount: countTiles(content) },
  });
  tx.announce('board', 'homeBoard', [accountId]);
  return { version: version + 1 };
}

/**
 * Saves the user's own board. The sources of its tiles are not checked here, because each tile requests its rows itself
 * and then gets only what the user may see.
 * @throws noPermission, stale, boardTextInvalid, boardInvalid
 */
export const saveHomeBoard = (
  tx: Transaction,
  user: CurrentUser,
  { version, content }: { version: number; content: string },
): Promise<HomeBoardSaveAnswer> =>
  storeHomeBoard(tx, user, version, JSON.stringify(parseBoardOrFail(content)));

/**
 * Removes the user's own board, so that the home page of the user's roles is shown again.
 * @throws noPermission, stale
 */
export const resetHomeBoard = (
  tx: Transaction,
  user: CurrentUser,
  version: number,
): Promise<HomeBoardSaveAnswer> => storeHomeBoard(tx, user, version, null);
