import { sql } from 'kysely';
import { EMPTY_BOARD, MAX_BOARD_VERSIONS, type Board } from '#shared/boards/board.ts';
import type { BoardPreset } from '#shared/boards/preset-names.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { hasPermission, type PermissionCode } from '#shared/kernel/permissions.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import type { Transaction } from '../db/transaction.ts';
import { findMissingPermissions } from './granting.ts';
import type { DraftOf, HooksOf, Viewer } from './hooks.ts';
import { buildEmployeeOnlyScope } from './outside-scope.ts';

/** The content that a save stores as a new version of a board. */
interface BoardContent {
  board: Board;
  /** The sources of the tiles that the person who saves the board may see. */
  sources: readonly SourceName[];
  /** The files of the tiles that the person who saves the board may show. */
  fileIds: readonly number[];
  /** The preset from which a new board is copied. */
  preset?: BoardPreset | null;
  /** The version whose content is stored again. */
  restoredFrom?: number;
}

const contentByTransaction = new WeakMap<Transaction, BoardContent>();
/** Sets the content that the next save of a board in this transaction stores. */
export const setBoardContent = (tx: Transaction, content: BoardContent): void =>
  void contentByTransaction.set(tx, content);

const holdsPermission = async (tx: Transaction, permission: PermissionCode): Promise<boolean> =>
  tx.accountId === null || (await findMissingPermissions(tx, [permission])).size === 0;

async function findOwnEmployeeId(tx: Transaction): Promise<number | null> {
  const { rows } = await sql<{ employeeId: number | null }>`select employee_id from account
    where factory_id = ${tx.factoryId} and id = ${tx.accountId}`.execute(tx.db);
  return rows[0]?.employeeId ?? null;
}

/**
 * Whether a viewer who may see a board may also change it. A change needs the permission to design boards. The viewer
 * must also own the board or manage wall displays.
 */
export const mayChangeBoard = (viewer: Viewer, { ownerId }: { ownerId: number | null }): boolean =>
  hasPermission(viewer, 'BOARD_DESIGN') &&
  (hasPermission(viewer, 'SCREEN_MANAGE') || (ownerId !== null && ownerId === viewer.employeeId));

/**
 * Refuses a change of a board by a person who neither owns it nor manages wall displays.
 * @throws boardNotYours
 */
async function refuseChangeByOthers(
  tx: Transaction,
  { name, ownerId }: { name: string; ownerId: number | null },
) {
  if (ownerId !== null && ownerId === (await findOwnEmployeeId(tx))) return;
  if (!(await holdsPermission(tx, 'SCREEN_MANAGE'))) throw makeError('boardNotYours', { name });
}

type BoardDraft = DraftOf<'board'>;
const makeAudienceKey = ({ sharing, roleIds }: Pick<BoardDraft, 'sharing' | 'roleIds'>): string =>
  JSON.stringify(sharing === 'theseRoles' ? [...roleIds].sort((a, b) => a - b) : sharing);

/** Checks the sharing of a board. Only somebody who may share boards may change the sharing. */
async function checkSharing(tx: Transaction, next: BoardDraft, before: BoardDraft | null): Promise<void> {
  if (next.sharing !== 'theseRoles') next.roleIds = [];
  else if (next.roleIds.length === 0)
    throw makeError('fieldsInvalid', {}, { roleIds: { reason: 'required' } });
  const audience = makeAudienceKey(before ?? { sharing: 'ownerOnly', roleIds: [] });
  if (makeAudienceKey(next) !== audience && !(await holdsPermission(tx, 'BOARD_SHARE')))
    throw makeError('noPermission', {}, { sharing: { reason: 'notAChoice' } });
}

/** Adds the content with its files as the newest version, and deletes versions that are too old. */
async function addVersion(
  tx: Transaction,
  { id, edition }: { id: number; edition: number },
  { board, sources, fileIds, restoredFrom }: BoardContent,
): Promise<void> {
  await sql`/* deferred */ insert into board_version
      (factory_id, board_id, edition, content, sources, tile_count, restored_from, saved_at, saved_by)
    values (${tx.factoryId}, ${id}, ${edition}, ${JSON.stringify(board)}, ${JSON.stringify(sources)}::jsonb,
      ${board.tiles.length}, ${restoredFrom ?? null}, ${tx.now}, ${tx.name})`.execute(tx.db);
  await sql`/* deferred */ delete from board_version
    where factory_id = ${tx.factoryId} and board_id = ${id} and edition <= ${edition - MAX_BOARD_VERSIONS}`.execute(
    tx.db,
  );
  if (fileIds.length === 0) return;
  await sql`insert into board_version_file (factory_id, board_id, edition, file_id)
    select ${tx.factoryId}, ${id}, ${edition}, unnest(${[...fileIds]}::bigint[])`.execute(tx.db);
  await sql`update stored_file set attached_at = coalesce(attached_at, now())
    where factory_id = ${tx.factoryId} and id = any(${[...fileIds]}::bigint[])`.execute(tx.db);
}

/**
 * The employee who adds a board owns it. A guest who manages wall displays adds a board without an owner.
 * Each save with content adds a version. A new board without content is empty. A board can be seen by its
 * owner, by the people with whom it is shared, and by the people who manage wall displays.
 */
export const boardHooks: HooksOf<'board'> = {
  beforeSave: async (tx, next, before) => {
    // A restored board already has its derived fields and keeps them.
    const isRestored = !before && next.edition !== undefined;
    if (isRestored) return;
    if (before) await refuseChangeByOthers(tx, before);
    await checkSharing(tx, next, before);
    const content = contentByTransaction.get(tx);
    if (before && !content) return;
    next.tileCount = content?.board.tiles.length ?? 0;
    next.edition = before ? before.edition + 1 : 1;
    if (before) return;
    next.preset = content?.preset ?? null;
    next.ownerId = await findOwnEmployeeId(tx);
    // Only a person who manages wall displays may add a board without an owner, because nobody else could see
    // or change it.
    if (next.ownerId === null && !(await holdsPermission(tx, 'SCREEN_MANAGE')))
      throw makeError('boardWithoutOwner');
  },
  afterSave: async (tx, after, before) => {
    if (before && before.edition === after.edition) return;
    await addVersion(
      tx,
      after,
      contentByTransaction.get(tx) ?? { board: EMPTY_BOARD, sources: [], fileIds: [] },
    );
  },
  beforeDelete: async (tx, rows) => {
    for (const row of rows) await refuseChangeByOthers(tx, row);
  },
  scope: (viewer) => {
    if (viewer.kind !== 'employee') return buildEmployeeOnlyScope(viewer);
    if (hasPermission(viewer, 'SCREEN_MANAGE')) return null;
    return sql`(t.owner_id = ${viewer.employeeId}::bigint or t.sharing = 'everyone'
      or (t.sharing = 'theseRoles' and exists (select 1 from board_role_ids s
        join account_role h on h.factory_id = s.factory_id and h.role_id = s.target_id
        where s.factory_id = t.factory_id and s.owner_id = t.id and h.account_id = ${viewer.accountId})))`;
  },
};
