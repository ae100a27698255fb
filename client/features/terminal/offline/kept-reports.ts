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
const NOTHING_KEPT: KeptReportsState = { queued: [], refused: [], unwrittenIds: [], unkeptIds: [] };
const store = createStore<KeptReportsState>(NOTHING_KEPT);

/** A message from one window to the others: the stored reports have changed, or a report was answered. */
export interface OutboxMessage {
  readonly id?: string;
  readonly answer?: unknown;
  readonly refusal?: { readonly code: string; readonly message: string };
}
const channel = hasFloorDatabase() ? new BroadcastChannel(CHANNEL_NAME) : null;

/** Reads the stored reports again. Reports that are only in memory stay in the queue. */
async function readReportsAgain(): Promise<void> {
  const { queued, refused } = await (await getReportStore()).read();
  const currentState = store.get();
  const storedIds = new Set(queued.map(({ id }) => id));
  const inMemory = currentState.queued.filter(
    ({ id }) =>
      !storedIds.has(id) && (currentState.unkeptIds.includes(id) || currentState.unwrittenIds.includes(id)),
  );
  store.set({ ...currentState, queued: [...queued, ...inMemory], refused });
}

/** Writes a change, shows it and sends a message to the other windows. @throws the error of the browser */
async function writeChange(change: KeptReportsChange, message: OutboxMessage = {}): Promise<void> {
  await (await getReportStore()).write(change);
  channel?.postMessage(message);
}

/** The reports that this device stores, shared by all of its windows. */
export const keptReports = {
  get state(): KeptReportsState {
    return store.get();
  },
  subscribe: store.subscribe,
  useValue: store.useValue,
  readAgain: readReportsAgain,
  /** Resolves when the reports of the device have been read for the first time. */
  loaded: typeof window === 'undefined' ? Promise.resolve() : readReportsAgain(),
  /**
   * Adds a report to the queue. The report is unwritten until it is on the disk. If the disk is full, it stays only in
   * memory.
   */
  async add(report: KeptReports['queued'][number]): Promise<void> {
    const currentState = store.get();
    store.set({
      ...currentState,
      ...applyChange(currentState, { added: [report] }),
      unwrittenIds: [...currentState.unwrittenIds, report.id],
    });
    let isKept = true;
    try {
      await writeChange({ added: [report] });
    } catch (error) {
      console.warn('A report could not be kept on this device', error);
      isKept = false;
    }
    const next = store.get();
    store.set({
      ...next,
      unwrittenIds: next.unwrittenIds.filter((id) => id !== report.id),
      unkeptIds: isKept ? next.unkeptIds : [...next.unkeptIds, report.id],
    });
  },
  /**
   * Applies a change. If the disk is full, the change applies only in this window. That is safe, because the server
   * gives the same answer to a report that is sent again.
   */
  async change(change: KeptReportsChange, message: OutboxMessage = {}): Promise<void> {
    const unkeptIds = new Set(store.get().unkeptIds);
    try {
      await writeChange(
        { ...change, replaced: (change.replaced ?? []).filter(({ id }) => !unkeptIds.has(id)) },
        message,
      );
    } catch (error) {
      console.warn('A change of the reports could not be kept on this device', error);
    }
    const currentState = store.get();
    store.set({ ...currentState, ...applyChange(currentState, change) });
  },
  /** Calls a listener with the messages of the other windows of this device. */
  onMessage(listener: (message: OutboxMessage) => void): void {
    channel?.addEventListener('message', (event: MessageEvent<OutboxMessage>) => listener(event.data));
  },
} as const;
