import { sql } from 'kysely';
import { makeError } from '#shared/kernel/errors.ts';
import { revisionFields } from '#shared/entities/revision-fields.ts';
import type { RecordValues } from '#shared/kernel/fields.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { waitForLock } from '../db/lock.ts';
import { makeValueTakenError } from '../call/field-refusals.ts';
import { toSnakeCase } from '../db/names.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Hooks } from './hooks.ts';

/** The entities that have revisions. */
export const ENTITIES_WITH_REVISIONS = ['processLibrary', 'sip', 'sop'] as const;
export type EntityWithRevisions = (typeof ENTITIES_WITH_REVISIONS)[number];

/** The values of the fields that all entities with revisions have. */
export type RevisionValues = RecordValues<typeof revisionFields>;

const allowedEditionsByTransaction = new WeakMap<Transaction, number>();
/**
 * Lets the transaction add another edition of a document: a row with the code of the document and this
 * edition number. Without this permission, a save refuses a code that is in use.
 */
const allowRevision = (tx: Transaction, edition: number): void =>
  void allowedEditionsByTransaction.set(tx, edition);

/** Builds the error for an event that the state of a document does not allow. */
export const makeRevisionError = (
  { name, edition, state }: Pick<RevisionValues, 'name' | 'edition' | 'state'>,
  event: TermKey,
): Error =>
  makeError('editionFixed', {
    name,
    edition,
    state: markAsTerm(state),
    event: markAsTerm(event),
  });

/** Locks a code, so that only one transaction at a time changes its revisions. */
export const lockRevisionCode = (
  tx: Transaction,
  entity: EntityWithRevisions,
  code: string,
): Promise<unknown> => waitForLock(tx, 'editions', entity, code);

/**
 * Lets the transaction add the next edition of a document: edition 1 if no document has the code. The code stays locked
 * until the transaction ends.
 * @throws draftExists, because each code has at most one draft
 */
export async function allowNextRevision(
  tx: Transaction,
  entity: EntityWithRevisions,
  code: string,
): Promise<void> {
  await lockRevisionCode(tx, entity, code);
  const { rows } = await sql<{ name: string; edition: number; state: string }>`
    select name, edition, state from ${sql.table(toSnakeCase(entity))}
    where factory_id = ${tx.factoryId} and code = ${code} and deleted_at is null`.execute(tx.db);
  const draft = rows.find((revision) => revision.state === 'draft');
  if (draft) throw makeError('draftExists', { name: draft.name, edition: draft.edition });
  allowRevision(tx, Math.max(0, ...rows.map((revision) => revision.edition)) + 1);
}

/**
 * Refuses a code that another document already uses. Only another edition of the same document may have the
 * code: the revise route allows it with `allowRevision`, and a restored document has its own edition number.
 */
async function checkCodeAndSetEdition(
  tx: Transaction,
  entity: EntityWithRevisions,
  next: RevisionValues,
  before: (RevisionValues & { id: number }) | null,
): Promise<void> {
  const { code } = next;
  await lockRevisionCode(tx, entity, code);
  // A draft whose code changes must not become an edition of another document.
  const ownEdition = before && before.code === code ? before.edition : null;
  const edition = before ? ownEdition : (allowedEditionsByTransaction.get(tx) ?? next.edition ?? null);
  const otherEditions = await sql<{ edition: number }>`select edition from ${sql.table(toSnakeCase(entity))}
    where factory_id = ${tx.factoryId} and code = ${code} and deleted_at is null and id <> ${before?.id ?? 0}`.execute(
    tx.db,
  );
  const isTaken = otherEditions.rows.some((row) => edition === null || row.edition === edition);
  if (isTaken) throw makeValueTakenError('code', revisionFields.code, code);
  if (!before) next.edition = edition ?? 1;
}

/**
 * Builds the hooks of documents with revisions. Only drafts can be changed, and published documents cannot be
 * deleted.
 * @param refuseInvalidDocument throws if a document breaks a rule of its entity
 */
export const makeRevisionHooks = <D extends RevisionValues>(
  entity: EntityWithRevisions,
  refuseInvalidDocument?: (next: D) => void,
): Required<Pick<Hooks<D>, 'beforeSave'> & Pick<Hooks<RevisionValues>, 'beforeDelete'>> => ({
  beforeSave: async (tx, next, before) => {
    if (before && before.state !== 'draft') throw makeRevisionError(before, 'edit');
    refuseInvalidDocument?.(next);
    // A new document, or a draft with a changed code, must not use the code of another document.
    if (!before || before.code !== next.code) await checkCodeAndSetEdition(tx, entity, next, before);
  },
  beforeDelete: async (_tx, rows) => {
    const publishedRow = rows.find((row) => row.state === 'published');
    if (publishedRow) throw makeRevisionError(publishedRow, 'delete');
  },
});
