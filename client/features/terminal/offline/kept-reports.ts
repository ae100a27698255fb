import { createStore } from '#client/kit/state/create-store.ts';
import { hasFloorDatabase } from './floor-database.ts';
import { applyChange, type KeptReports, type KeptReportsChange } from './queued-report.ts';
import { getReportStore } from './report-store.ts';

/** The reports of this device, as far as this window knows them. */
export interface KeptReportsState extends KeptReports {
  /** The request ids of reports that are being written, so that a power cut would still lose them. */
  readonly unwrittenIds: readonly string[];
  /** The request ids of reports that could not be written. They are lost when the page is closed. */
  readonly unkeptIds: readonly string[];
}

const CHANNEL_NAME = 'mes.floor';
const NOTHING_KEPT: KeptReportsState = { queued: [], refused: [], unwrittenIds: [], unkeptIds: [] };
const store = createStore<KeptReportsState>(NOTHING_KEPT);

/** What one window tells the others: that the kept reports have changed, and the answer to a report. */
export interface OutboxMessage {
  readonly id?: string;
  readonly answer?: unknown;
  readonly refusal?: { readonly code: string; readonly message: string };
}
const channel = hasFloorDatabase() ? new BroadcastChannel(CHANNEL_NAME) : null;

/** The last access to the disk. Accesses follow each other, so that none of them sees half of another. */
let lastAccess: Promise<unknown> = Promise.resolve();
function runInTurn(access: () => Promise<void>): Promise<void> {
  const next = lastAccess.then(access);
  lastAccess = next.catch(() => undefined);
  return next;
}

/** Whether a report is in memory only, because it has not been written or could not be. */
const isInMemoryOnly = ({ unkeptIds, unwrittenIds }: KeptReportsState, id: string): boolean =>
  unkeptIds.includes(id) || unwrittenIds.includes(id);

/** Reads the kept reports again. Reports that are only in memory stay in the queue. */
const readAgain = (): Promise<void> =>
  runInTurn(async () => {
    const { queued, refused } = await (await getReportStore()).read();
    const present = store.get();
    const inMemory = present.queued.filter(({ id }) => isInMemoryOnly(present, id));
    store.set({ ...present, queued: [...queued, ...inMemory], refused });
  });

/** Writes a change. Tells the other windows about it. @returns whether the disk has taken it */
async function write(change: KeptReportsChange, message: OutboxMessage = {}): Promise<boolean> {
  try {
    await (await getReportStore()).write(change);
  } catch (error) {
    console.warn('A change of the reports could not be kept on this device', error);
    return false;
  }
  channel?.postMessage(message);
  return true;
}

/**
 * Writes the reports that are only in memory, all or none of them, so that the end of work is never kept without its
 * start.
 */
const keepMissing = (): Promise<void> =>
  runInTurn(async () => {
    const before = store.get();
    const missing = before.queued.filter(({ id }) => isInMemoryOnly(before, id));
    if (missing.length === 0) return;
    const isKept = await write({ added: missing });
    const writtenIds = new Set(missing.map(({ id }) => id));
    const withoutWritten = (ids: readonly string[]) => ids.filter((id) => !writtenIds.has(id));
    const { unwrittenIds, unkeptIds, ...reports } = store.get();
    store.set({
      ...reports,
      unwrittenIds: withoutWritten(unwrittenIds),
      unkeptIds: isKept ? withoutWritten(unkeptIds) : [...withoutWritten(unkeptIds), ...writtenIds],
    });
  });

/** The reports that this device keeps, for all of its windows. */
export const keptReports = {
  get state(): KeptReportsState {
    return store.get();
  },
  subscribe: store.subscribe,
  useValue: store.useValue,
  readAgain,
  keepMissing,
  /** Resolves when the reports of the device have been read for the first time. */
  loaded: typeof window === 'undefined' ? Promise.resolve() : readAgain(),
  /**
   * Adds a report to the queue. Until the disk has it, the report is unwritten; if the disk is full, it is kept in memory
   * only.
   */
  add(report: KeptReports['queued'][number]): Promise<void> {
    const present = store.get();
    store.set({
      ...present,
      ...applyChange(present, { added: [report] }),
      unwrittenIds: [...present.unwrittenIds, report.id],
    });
    return keepMissing();
  },
  /**
   * Applies a change. If the disk does not take it, the change holds in this window only: a report that is sent again
   * gets the same answer.
   */
  change: (change: KeptReportsChange, message: OutboxMessage = {}): Promise<void> =>
    runInTurn(async () => {
      const before = store.get();
      const replaced = (change.replaced ?? []).filter(({ id }) => !isInMemoryOnly(before, id));
      await write({ ...change, replaced }, message);
      const present = store.get();
      store.set({ ...present, ...applyChange(present, change) });
    }),
  /** Calls a listener with the messages of the other windows of this device. */
  onMessage(listener: (message: OutboxMessage) => void): void {
    channel?.addEventListener('message', (event: MessageEvent<OutboxMessage>) => listener(event.data));
  },
} as const;

if (typeof window !== 'undefined')
  // The browser asks before it closes a page with reports that would be lost.
  window.addEventListener('beforeunload', (event) => {
    const present = store.get();
    if (present.queued.some(({ id }) => isInMemoryOnly(present, id))) event.preventDefault();
  });
