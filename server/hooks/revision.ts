import { sql } from 'kysely';
import { fail } from '#shared/kernel/errors.ts';
import { revisionFields } from '#shared/entities/revision-fields.ts';
import type { ValuesOf } from '#shared/kernel/fields.ts';
import { termParam } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { lockName } from '../db/lock.ts';
import { valueTakenError } from '../call/field-refusals.ts';
import { snake } from '../db/names.ts';
import type { Work } from '../db/work.ts';
import type { Hooks } from './hooks.ts';

/** The entities that have revisions. */
export const REVISED = ['processLibrary', 'sip', 'sop'] as const;
export type Revised = (typeof REVISED)[number];

/** The fields of every revision. */
export type Edition = ValuesOf<typeof revisionFields>;

const revisions = new WeakMap<Work, number>();
/** Allows the transaction to add a row with an existing code as a new revision. */
export const allowRevision = (work: Work, edition: number): void => void revisions.set(work, edition);

/** Builds the error for an event that the state of a document does not allow. */
export const refuseRevision = (
  { name, edition, state }: Pick<Edition, 'name' | 'edition' | 'state'>,
  event: TermKey,
): Error =>
  fail('editionFixed', {
    name,
    edition,
    state: termParam(state),
    event: termParam(event),
  });

/** Locks a code, so that only one transaction at a time changes its revisions. */
export const lockCode = (work: Work, entity: Revised, code: string): Promise<unknown> =>
  lockName(work, 'editions', entity, code);

/** Refuses a code that another document already uses. Only the revise route may reuse a code. */
async function refuseUsedCode(
  work: Work,
  entity: Revised,
  next: Edition,
  before: (Edition & { id: number }) | null,
): Promise<void> {
  const { code } = next;
  await lockCode(work, entity, code);
  const edition = before?.code === code ? before.edition : (revisions.get(work) ?? next.edition ?? null);
  const others = await sql<{ edition: number }>`select edition from ${sql.table(snake(entity))}
    where factory_id = ${work.factoryId} and code = ${code} and deleted_at is null and id <> ${before?.id ?? 0}`.execute(
    work.db,
  );
  const isTaken = others.rows.some((row) => edition === null || row.edition === edition);
  if (isTaken) throw valueTakenError('code', revisionFields.code, code);
  if (!before) next.edition = edition ?? 1;
}

/** Builds the hooks of documents with revisions: only drafts can be changed. */
export const revisionHooks = <D extends Edition>(
  entity: Revised,
  check?: (next: D) => void,
): Required<Pick<Hooks<D>, 'beforeSave'> & Pick<Hooks<Edition>, 'beforeDelete'>> => ({
  beforeSave: async (work, next, before) => {
    if (before && before.state !== 'draft') throw refuseRevision(before, 'edit');
    check?.(next);
    // A new document, or a draft with a changed code, must not use the code of another document.
    if (!before || before.code !== next.code) await refuseUsedCode(work, entity, next, before);
  },
  beforeDelete: async (_work, rows) => {
    const published = rows.find((row) => row.state === 'published');
    if (published) throw refuseRevision(published, 'delete');
  },
});
