import { createStore } from '#client/kit/state/create-store.ts';
import { hasFloorDatabase } from './floor-database.ts';
import { applyChange, type KeptReports, type KeptReportsChange } from './queued-report.ts';
import { getReportStore } from './report-store.ts';

/** The reports of this device that this window knows. */
export interface KeptReportsState extends KeptReports {
  /** The request ids of reports that are not on the disk yet, so that a power cut would lose them. */
  readonly unwrittenIds: readonly string[];
  /** The request ids of reports that could not be written. They are lost when the page is closed. */
  readonly unkeptIds: readonly string[];
}

const CHANNEL_NAME = 'mes.floor';
const NO_KEPT_REPORTS: KeptReportsState = { queued: [], refused: [], unwrittenIds: [], unkeptIds: [] };
const store = createStore<KeptReportsState>(NO_KEPT_REPORTS);

/** A message from one window to the others: the stored reports have changed, or a report was answered. */
export interface OutboxMessage {
  readonly id?: string;
  readonly answer?: unknown;
  readonly refusal?: { readonly code: string; readonly message: string };
}
const channel = hasFloorDatabase() ? new BroadcastChannel(CHANNEL_NAME) : null;

/** The last access to the store. Accesses run one after the other, so that no access sees a half-done change. */
let lastAccess: Promise<unknown> = Promise.resolve();
function runInTurn(access: () => Promise<void>): Promise<void> {
  const next = lastAccess.then(access);
  lastAccess = next.catch(() => undefined);
  return next;
}

/** Whether a report is only in memory, because it is not stored yet or could not be stored. */
const isInMemoryOnly = ({ unkeptIds, unwrittenIds }: KeptReportsState, id: string): boolean =>
  unkeptIds.includes(id) || unwrittenIds.includes(id);

/** Reads the stored reports again. Reports that are only in memory stay in the queue. */
const readReportsAgain = (): Promise<void> =>
  runInTurn(async () => {
    const { queued, refused } = await (await getReportStore()).read();
    const currentState = store.get();
    const inMemoryReports = currentState.queued.filter(({ id }) => isInMemoryOnly(currentState, id));
    store.set({ ...currentState, queued: [...queued, ...inMemoryReports], refused });
  });

/** Writes a change and sends a message to the other windows. @returns whether the change was stored */
async function writeChange(change: KeptReportsChange, message: OutboxMessage = {}): Promise<boolean> {
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
 * Stores the reports that are only in memory, either all or none. The end of work is therefore never stored without its
 * start.
 */
const keepMissingReports = (): Promise<void> =>
  runInTurn(async () => {
    const before = store.get();
    const missingReports = before.queued.filter(({ id }) => isInMemoryOnly(before, id));
    if (missingReports.length === 0) return;
    const isKept = await writeChange({ added: missingReports });
    const writtenIds = new Set(missingReports.map(({ id }) => id));
    const omitWrittenIds = (ids: readonly string[]) => ids.filter((id) => !writtenIds.has(id));
    const { unwrittenIds, unkeptIds, ...reports } = store.get();
    store.set({
      ...reports,
      unwrittenIds: omitWrittenIds(unwrittenIds),
      unkeptIds: isKept ? omitWrittenIds(unkeptIds) : [...omitWrittenIds(unkeptIds), ...writtenIds],
    });
  });

/** The reports that this device stores, shared by all of its windows. */
export const keptReports = {
  get state(): KeptReportsState {
    return store.get();
  },
  subscribe: store.subscribe,
  useValue: store.useValue,
  readAgain: readReportsAgain,
  keepMissing: keepMissingReports,
  /** Resolves when the reports of the device have been read for the first time. */
  loaded: typeof window === 'undefined' ? Promise.resolve() : readReportsAgain(),
  /**
   * Adds a report to the queue. The report is unwritten until it is on the disk. If the disk is full, it stays only in
   * memory.
   */
  add(report: KeptReports['queued'][number]): Promise<void> {
    const currentState = store.get();
    store.set({
      ...currentState,
      ...applyChange(currentState, { added: [report] }),
      unwrittenIds: [...currentState.unwrittenIds, report.id],
    });
    return keepMissingReports();
  },
  /**
   * Applies a change. If the disk is full, the change applies only in this window. That is safe, because the server
   * gives the same answer to a report that is sent again.
   */
  change: (change: KeptReportsChange, message: OutboxMessage = {}): Promise<void> =>
    runInTurn(async () => {
      const before = store.get();
      const replacedReports = (change.replaced ?? []).filter(({ id }) => !isInMemoryOnly(before, id));
      await writeChange({ ...change, replaced: replacedReports }, message);
      const currentState = store.get();
      store.set({ ...currentState, ...applyChange(currentState, change) });
    }),
  /** Calls a listener with the messages of the other windows of this device. */
  onMessage(listener: (message: OutboxMessage) => void): void {
    channel?.addEventListener('message', (event: MessageEvent<OutboxMessage>) => listener(event.data));
  },
} as const;

if (typeof window !== 'undefined')
  // The browser asks before it closes a page with reports that would be lost.
  window.addEventListener('beforeunload', (event) => {
    const currentState = store.get();
    if (currentState.queued.some(({ id }) => isInMemoryOnly(currentState, id))) event.preventDefault();
  });
