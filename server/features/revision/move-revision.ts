import { sql } from 'kysely';
import { getEntity } from '#shared/entities/index.ts';
import { makeError } from '#shared/kernel/errors.ts';
import { findNextState } from '#shared/kernel/machine.ts';
import { revisionStateMachine, type RevisionEvent } from '#shared/machines/revision.ts';
import { loadRecord } from '../../crud/read.ts';
import type { ApiRecord } from '../../crud/select.ts';
import { toSnakeCase } from '../../db/names.ts';
import type { Transaction } from '../../db/transaction.ts';
import {
  lockRevisionCode,
  makeRevisionError,
  type EntityWithRevisions,
  type RevisionValues,
} from '../../hooks/revision.ts';
import type { Viewer } from '../../hooks/hooks.ts';
import { refuseStale } from '../../db/refuse-stale.ts';

/**
 * The field of each kind of document that holds its content as a list of rows. A document without a
 * file can be published only if this list is not empty.
 */
const REQUIRED_CONTENT_FIELDS: Record<EntityWithRevisions, string> = {
  processLibrary: 'processes',
  sip: 'characteristics',
  sop: 'steps',
};

/**
 * Locks the code of a revision, and then the revision. Every request that writes revisions of a code locks
 * the code first.
 * @throws rowNotFound, stale
 */
async function lockRevision(
  tx: Transaction,
  entity: EntityWithRevisions,
  viewer: Viewer,
  id: number,
  version: number,
): Promise<ApiRecord & RevisionValues> {
  const unlockedRevision = await loadRecord(tx.db, getEntity(entity), viewer, id);
  await lockRevisionCode(tx, entity, unlockedRevision.code as string);
  const result = await sql<{ version: number; updatedBy: string; updatedAt: string }>`
    select version, updated_by, updated_at from ${sql.table(toSnakeCase(entity))}
    where factory_id = ${tx.factoryId} and id = ${id} and deleted_at is null for update`.execute(tx.db);
  const row = result.rows[0];
  if (!row) throw makeError('rowNotFound');
  refuseStale(row, version);
  return (await loadRecord(tx.db, getEntity(entity), viewer, id)) as ApiRecord & RevisionValues;
}

async function withdrawPublishedRevision(
  tx: Transaction,
  entity: EntityWithRevisions,
  code: string,
): Promise<void> {
  const withdrawnRevisions = await sql<{ id: number }>`update ${sql.table(toSnakeCase(entity))}
    set state = 'withdrawn', version = version + 1, updated_at = now(), updated_by = ${tx.name}
    where factory_id = ${tx.factoryId} and code = ${code} and state = 'published' and deleted_at is null
    returning id`.execute(tx.db);
  const ids = withdrawnRevisions.rows.map((row) => row.id);
  for (const id of ids)
    tx.log({
      entity,
      id,
      action: 'withdraw',
      before: { state: 'published' },
      after: { state: 'withdrawn' },
    });
  if (ids.length > 0) tx.announce('setting', entity, ids);
}

/**
 * Publishes or withdraws a revision. Publishing withdraws the published revision of the same code.
 * @throws rowNotFound, stale, editionFixed; fieldsInvalid if a revision without content and without a file is
 * published
 */
export async function changeRevisionState(
  tx: Transaction,
  entity: EntityWithRevisions,
  viewer: Viewer,
  event: RevisionEvent,
  id: number,
  version: number,
): Promise<ApiRecord> {
  const row = await lockRevision(tx, entity, viewer, id, version);
  const state = findNextState(revisionStateMachine, row.state, event);
  if (!state) throw makeRevisionError(row, event);
  if (event === 'publish') {
    const contentField = REQUIRED_CONTENT_FIELDS[entity];
    if ((row[contentField] as unknown[]).length === 0 && (row.file ?? null) === null)
      throw makeError('fieldsInvalid', {}, { [contentField]: { reason: 'tooFew', params: { min: 1 } } });
    await withdrawPublishedRevision(tx, entity, row.code);
  }
  const publishedAtClause = event === 'publish' ? sql`, published_at = ${tx.now}::timestamptz` : sql``;
  await sql`update ${sql.table(toSnakeCase(entity))}
    set state = ${state}, version = version + 1, updated_at = now(), updated_by = ${tx.name} ${publishedAtClause}
    where factory_id = ${tx.factoryId} and id = ${id}`.execute(tx.db);
  tx.log({ entity, id, action: event, before: { state: row.state }, after: { state } });
  tx.announce('setting', entity, [id]);
  return loadRecord(tx.db, getEntity(entity), viewer, id);
}
