import { LEDGER_BUCKETS, QUANTITY_SOURCES, type LedgerAccount } from '#shared/ledger/process-state.ts';
import type { LedgerEntry } from './ledger.ts';
import { addQuantities, subtractQuantities } from './quantity.ts';

/** A ledger entry. The id is null if the entry is not stored yet. */
export interface PostedEntry extends LedgerEntry {
  id: number | null;
}

/** Everything that one report, movement or exception posted at one process, and that is not reversed. */
export interface Posting {
  kind: 'report' | 'movement' | 'exception' | 'other';
  id: number;
  /** The quantity that the posting added to each account; negative if it took pieces away. */
  changes: ReadonlyMap<LedgerAccount, number>;
  /** Whether somebody can take the posting back. The remedies of an exception are final. */
  isReversible: boolean;
}

const getChange = ({ changes }: Posting, account: LedgerAccount): number => changes.get(account) ?? 0;

function identifySource({ reportId, movementId, exceptionId }: LedgerEntry): Pick<Posting, 'kind' | 'id'> {
  if (reportId !== null) return { kind: 'report', id: reportId };
  if (movementId !== null) return { kind: 'movement', id: movementId };
  return exceptionId === null ? { kind: 'other', id: 0 } : { kind: 'exception', id: exceptionId };
}

/** An open exception still holds its pieces, so it can be cancelled. */
const isReversibleKind = (kind: Posting['kind'], changes: Posting['changes']): boolean =>
  kind === 'exception' ? (changes.get('hold') ?? 0) > 0 : kind !== 'other';

/**
 * Lists the postings of a process that are not reversed, in the order of their last entries.
 * @param entries all entries of the process, in the order in which they were posted
 */
export function listPostings(entries: readonly PostedEntry[]): Posting[] {
  const reversedIds = new Set(entries.map(({ reversesId }) => reversesId));
  const postings = new Map<string, Pick<Posting, 'kind' | 'id'> & { changes: Map<LedgerAccount, number> }>();
  for (const entry of entries) {
    if (entry.reversesId !== null || (entry.id !== null && reversedIds.has(entry.id))) continue;
    const source = identifySource(entry);
    const key = `${source.kind} ${source.id}`;
    const posting = postings.get(key) ?? { ...source, changes: new Map() };
    const { changes } = posting;
    changes.set(entry.from, subtractQuantities(changes.get(entry.from) ?? 0, entry.quantity));
    changes.set(entry.to, addQuantities(changes.get(entry.to) ?? 0, entry.quantity));
    postings.delete(key);
    postings.set(key, posting);
  }
  return [...postings.values()]
    .filter(({ changes }) => [...changes.values()].some((quantity) => quantity !== 0))
    .map((posting) => ({ ...posting, isReversible: isReversibleKind(posting.kind, posting.changes) }));
}

/** Counts the pieces that a posting took, from the supply or from a bucket. */
export const countTakenPieces = ({ changes }: Posting): number =>
  addQuantities(...[...changes.values()].map((quantity) => Math.max(0, -quantity)));

/** Finds the latest posting that took pieces from an account. */
export const findLatestTaker = (postings: readonly Posting[], account: LedgerAccount): Posting | undefined =>
  postings.findLast((posting) => getChange(posting, account) < 0);

/** The postings in the order in which they can be taken back, and those that cannot be taken back. */
interface TakingBack {
  order: Posting[];
  stuck: Posting[];
}

/**
 * Takes postings back, always the latest one whose pieces are all there.
 * @param preferred postings that are taken back before the others
 */
function takePostingsBack(
  postings: readonly Posting[],
  preferred: (posting: Posting) => boolean,
): TakingBack {
  const quantities = new Map<LedgerAccount, number>();
  for (const { changes } of postings)
    for (const [account, change] of changes)
      quantities.set(account, addQuantities(quantities.get(account) ?? 0, change));
  const stuck = [...postings];
  const order: Posting[] = [];
  const canTakeBack = (posting: Posting) =>
    posting.isReversible &&
    LEDGER_BUCKETS.every((bucket) => getChange(posting, bucket) <= (quantities.get(bucket) ?? 0));
  for (;;) {
    const posting =
      stuck.findLast((candidate) => preferred(candidate) && canTakeBack(candidate)) ??
      stuck.findLast(canTakeBack);
    if (!posting) return { order, stuck };
    stuck.splice(stuck.indexOf(posting), 1);
    for (const [account, change] of posting.changes)
      quantities.set(account, subtractQuantities(quantities.get(account)!, change));
    order.push(posting);
  }
}

/**
 * Takes back as many postings as possible. It tries two sequences: the latest postings first, and the postings that
 * moved pieces only within the process first. In the second sequence, pieces in a loop can stand in for each other.
 */
function takeBackMost(postings: readonly Posting[]): TakingBack {
  const latestFirst = takePostingsBack(postings, () => true);
  if (latestFirst.stuck.length === 0) return latestFirst;
  const leavesPieces = (posting: Posting) =>
    QUANTITY_SOURCES.every((source) => getChange(posting, source) === 0);
  const insideFirst = takePostingsBack(postings, leavesPieces);
  return insideFirst.stuck.length < latestFirst.stuck.length ? insideFirst : latestFirst;
}

/**
 * Finds the posting of a process that must be reversed before another one. Pieces can go through a process in a loop:
 * they are reworked, or a supplier gives them back unmachined, and then they are machined again. If the posting that
 * brought the pieces into the loop were reversed first, each later posting would need the pieces of the next one, so
 * none of them could be reversed any more.
 * @param postings the postings of the process that are not reversed, in their order
 * @param reversed the one of them that is to be reversed
 * @returns null if the posting can be reversed now
 */
export function findPostingToReverseFirst(postings: readonly Posting[], reversed: Posting): Posting | null {
  const before = takeBackMost(postings);
  const after = takeBackMost(postings.filter((posting) => posting !== reversed));
  if (after.stuck.length <= before.stuck.length) return null;
  return before.order.find((posting) => after.stuck.includes(posting)) ?? null;
}
