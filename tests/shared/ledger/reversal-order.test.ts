import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEDGER_BUCKETS, type LedgerAccount } from '#shared/ledger/process-state.ts';
import {
  countTakenPieces,
  findLatestTaker,
  findPostingToReverseFirst,
  listPostings,
  type PostedEntry,
  type Posting,
} from '#shared/ledger/reversal-order.ts';

type Movement = [from: LedgerAccount, to: LedgerAccount, quantity: number];
type Source = Partial<Pick<PostedEntry, 'reportId' | 'movementId' | 'exceptionId'>>;

let lastId = 0;
const post = (source: Source, movements: readonly Movement[]): PostedEntry[] =>
  movements.map(([from, to, quantity]) => ({
    ...{ id: (lastId += 1), processId: 1, from, to, quantity },
    ...{ reportId: null, movementId: null, exceptionId: null, reversesId: null },
    ...source,
  }));
const reverse = (entries: readonly PostedEntry[], reportId: number): PostedEntry[] =>
  entries.map(({ id, from, to, quantity, ...entry }) => ({
    ...entry,
    ...{ id: (lastId += 1), from: to, to: from, quantity, reportId, reversesId: id },
  }));
/** Good pieces, and pieces that must be reworked. */
const work = (reportId: number, good: number, rework: number, from: LedgerAccount = 'supply') =>
  post({ reportId }, [
    ...(from === 'supply' ? [['supply', 'machinable', good + rework] as Movement] : []),
    ['machinable', 'inWork', good + rework],
    ...(good > 0 ? [['inWork', 'good', good] as Movement] : []),
    ...(rework > 0 ? [['inWork', 'reworkOpen', rework] as Movement] : []),
  ]);
const rework = (reportId: number, quantity: number, to: LedgerAccount) =>
  post({ reportId }, [
    ['reworkOpen', 'inRework', quantity],
    ['inRework', to, quantity],
  ]);
const findFirst = (postings: readonly Posting[], id: number) =>
  findPostingToReverseFirst(
    postings,
    postings.find((posting) => posting.id === id)!,
  );

test('postings are listed without those that are reversed', () => {
  const first = work(1, 3, 1);
  const second = work(2, 2, 0);
  const pending = reverse(second, 4).map((entry) => ({ ...entry, id: null }));
  expect(listPostings([...first, ...second, ...pending])).toEqual([
    {
      ...{ kind: 'report', id: 1, isReversible: true },
      changes: new Map([
        ['supply', -4],
        ['machinable', 0],
        ['inWork', 0],
        ['good', 3],
        ['reworkOpen', 1],
      ]),
    },
  ]);
  expect(listPostings([...first, ...reverse(first, 3)])).toEqual([]);
});

test('an exception can be taken back while it holds its pieces', () => {
  const raised = post({ exceptionId: 7 }, [['good', 'hold', 2]]);
  expect(listPostings(raised)).toMatchObject([{ kind: 'exception', id: 7, isReversible: true }]);
  const remedied = [...raised, ...post({ exceptionId: 7 }, [['hold', 'scrap', 2]])];
  expect(listPostings(remedied)).toMatchObject([{ kind: 'exception', isReversible: false }]);
  expect(listPostings([...raised, ...post({ exceptionId: 7 }, [['hold', 'good', 2]])])).toEqual([]);
});

test('the latest posting that took pieces from a bucket is found', () => {
  const postings = listPostings([...work(1, 2, 2), ...rework(2, 1, 'good'), ...rework(3, 1, 'scrap')]);
  expect(findLatestTaker(postings, 'reworkOpen')).toMatchObject({ id: 3 });
  expect(findLatestTaker(postings, 'good')).toBeUndefined();
  expect(postings.map(countTakenPieces)).toEqual([4, 1, 1]);
});

test('reports around a loop of rework are reversed from the last to the first', () => {
  const entries = [...work(1, 2, 1), ...rework(2, 1, 'machinable'), ...work(3, 0, 1, 'machinable')];
  expect(findFirst(listPostings(entries), 1)).toMatchObject({ id: 3 });
  expect(findFirst(listPostings(entries), 3)).toBeNull();
  // Another report gives the rework its pieces.
  expect(findFirst(listPostings([...entries, ...work(4, 0, 1)]), 1)).toBeNull();
  // The pieces are not back in rework.
  const good = [...work(1, 2, 1), ...rework(2, 1, 'machinable'), ...work(3, 1, 0, 'machinable')];
  expect(findFirst(listPostings(good), 3)).toBeNull();
});

test('reports that block each other already do not forbid other reversals', () => {
  const first = work(1, 2, 1);
  const deadlock = [
    ...first,
    ...rework(2, 1, 'machinable'),
    ...work(3, 0, 1, 'machinable'),
    ...reverse(first, 4),
  ];
  const postings = listPostings([...deadlock, ...work(5, 1, 0)]);
  expect(postings.map(({ id }) => id)).toEqual([2, 3, 5]);
  expect(findFirst(postings, 5)).toBeNull();
});

test('shipments that came back unmachined are reversed from the last to the first', () => {
  const entries = [
    ...post({ movementId: 1 }, [
      ['supply', 'machinable', 4],
      ['machinable', 'outsourced', 4],
    ]),
    ...post({ movementId: 2 }, [['outsourced', 'machinable', 4]]),
    ...post({ movementId: 3 }, [['machinable', 'outsourced', 4]]),
  ];
  expect(findFirst(listPostings(entries), 1)).toMatchObject({ kind: 'movement', id: 3 });
});

/** Whether the quantities in the buckets alone allow a posting to be reversed. */
const hasPieces = (postings: readonly Posting[], reversed: Posting) =>
  LEDGER_BUCKETS.every(
    (bucket) =>
      postings.reduce((sum, { changes }) => sum + (changes.get(bucket) ?? 0), 0) >=
      (reversed.changes.get(bucket) ?? 0),
  );

test('whoever reverses in any allowed order can reverse everything', () => {
  const events = fc.array(
    fc.record({ act: fc.constantFrom('work', 'again', 'rework', 'reworkAgain', 'reverse'), pick: fc.nat(9) }),
    { minLength: 3, maxLength: 20 },
  );
  let refusedCount = 0;
  fc.assert(
    fc.property(events, fc.array(fc.nat(9), { minLength: 20, maxLength: 20 }), (acts, picks) => {
      let postings: Posting[] = [];
      let reportId = 0;
      const add = (entries: PostedEntry[]) => (postings = [...postings, ...listPostings(entries)]);
      const count = (bucket: LedgerAccount) =>
        postings.reduce((sum, { changes }) => sum + (changes.get(bucket) ?? 0), 0);
      const findAllowed = () =>
        postings.filter((posting) => {
          if (!hasPieces(postings, posting)) return false;
          const first = findPostingToReverseFirst(postings, posting);
          if (first) refusedCount += 1;
          return first === null;
        });
      const reverseOne = (pick: number) => {
        const allowed = findAllowed();
        if (allowed.length > 0)
          postings = postings.filter((posting) => posting !== allowed[pick % allowed.length]);
        return allowed.length > 0;
      };
      for (const { act, pick } of acts) {
        reportId += 1;
        if (act === 'work') add(work(reportId, pick % 2, 1));
        else if (act === 'again' && count('machinable') > 0)
          add(work(reportId, pick % 2, 1 - (pick % 2), 'machinable'));
        else if (act === 'rework' && count('reworkOpen') > 0) add(rework(reportId, 1, 'good'));
        else if (act === 'reworkAgain' && count('reworkOpen') > 0) add(rework(reportId, 1, 'machinable'));
        else if (act === 'reverse') reverseOne(pick);
      }
      for (const pick of picks) reverseOne(pick);
      expect(postings).toEqual([]);
    }),
    { numRuns: 1000 },
  );
  expect(refusedCount).toBeGreaterThan(0);
});
