import { createStore } from '#client/kit/state/create-store.ts';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { session } from '#client/kit/wire/session.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { identifiedPeople } from './identified-people.ts';

/** A report that this device stores until the server has answered it. */
interface QueuedReport {
  /** The request id. The server executes each request id only once. */
  readonly id: string;
  readonly path: string;
  readonly fields: Record<string, unknown>;
  readonly employeeId: number;
  /** The person's token at a terminal; null for the signed-in user. */
  readonly token: string | null;
  /** The process that the report belongs to. */
  readonly processId: number;
  /** The time when the user pressed the button, in ISO 8601 by the server's clock. */
  readonly at: string;
}

const STORAGE_KEY = 'floor.outbox';
const RETRY_INTERVAL_MS = 2000;
/** The errors after which the device does not know whether the server has executed the command. */
const ERRORS_WITH_UNKNOWN_OUTCOME: ReadonlySet<string> = new Set([
  'requestFailed',
  'timedOut',
  'tooManyRequests',
]);

interface PendingAnswer {
  done: (answer: unknown) => void;
  failed: (error: unknown) => void;
}

const isQueuedReport = (value: unknown): value is QueuedReport =>
  typeof (value as QueuedReport | null)?.id === 'string' && typeof (value as QueuedReport).path === 'string';

/**
 * The commands that the server has not answered yet, and whether the last attempt to send failed.
 */
interface OutboxState {
  readonly commands: readonly QueuedReport[];
  readonly stuck: boolean;
}

function restoreOutbox(): OutboxState {
  const storedValue: unknown = browserStorage.forGood.get(STORAGE_KEY);
  const commands = Array.isArray(storedValue) ? storedValue.filter(isQueuedReport) : [];
  return { commands, stuck: commands.length > 0 };
}

const outboxStore = createStore(restoreOutbox());
let isSending = false;
let retryTimer: ReturnType<typeof setTimeout> | null = null;
const pendingAnswers = new Map<string, PendingAnswer>();

function saveOutbox(next: OutboxState): void {
  outboxStore.set(next);
  browserStorage.forGood.set(STORAGE_KEY, next.commands.length > 0 ? next.commands : undefined);
}

const getReportsWithout = (id: string): readonly QueuedReport[] =>
  outboxStore.get().commands.filter((one) => one.id !== id);

/**
 * Returns the token for sending a command. A person who has been identified again has a new token.
 * @returns null for the signed-in user; undefined if the person is no longer identified
 */
function findToken(command: QueuedReport): string | null | undefined {
  if (command.token === null)
    return session.current?.user.employeeId === command.employeeId ? null : undefined;
  return identifiedPeople.all.find((one) => one.employeeId === command.employeeId)?.token;
}

/**
 * Sends one command.
 * @returns whether the next command can be sent
 */
async function sendReport(command: QueuedReport): Promise<boolean> {
  const as = findToken(command);
  // Only the same person may send the command. The command stays in the queue until that person is
  // identified.
  if (as === undefined) return true;
  try {
    const answer = await send<unknown>(command.path, command.fields, {
      id: command.id,
      as,
      shownElsewhere: ['requestFailed', 'timedOut', 'tooManyRequests'],
    });
    saveOutbox({ commands: getReportsWithout(command.id), stuck: false });
    pendingAnswers.get(command.id)?.done(answer);
  } catch (error) {
    if (!(error instanceof CallError) || ERRORS_WITH_UNKNOWN_OUTCOME.has(error.code)) {
      saveOutbox({ ...outboxStore.get(), stuck: true });
      return false;
    }
    if (error.flag === 'LOGIN_VALIDATE') {
      if (as !== null) identifiedPeople.remove(as);
      return true;
    }
    saveOutbox({ commands: getReportsWithout(command.id), stuck: false });
    pendingAnswers.get(command.id)?.failed(error);
  }
  pendingAnswers.delete(command.id);
  return true;
}

async function sendAllReports(): Promise<void> {
  if (isSending) return;
  isSending = true;
  if (retryTimer) clearTimeout(retryTimer);
  retryTimer = null;
  try {
    // The loop tries each command once. It also sends the commands that users add meanwhile.
    const tried = new Set<string>();
    for (;;) {
      const next = outboxStore.get().commands.find((one) => !tried.has(one.id));
      if (!next) break;
      tried.add(next.id);
      if (!(await sendReport(next))) break;
    }
  } finally {
    isSending = false;
  }
  if (outboxStore.get().commands.length > 0)
    retryTimer ??= setTimeout(() => void sendAllReports(), RETRY_INTERVAL_MS);
}

/**
 * The queue of reports. It stores each report on this device and sends it until the server answers.
 */
export const outbox = {
  /**
   * Sends a report.
   * @returns the server's answer; the promise stays pending while the connection is down
   * @throws CallError if the server refuses the report
   */
  submit<T>(command: Omit<QueuedReport, 'id'>): Promise<T> {
    const queued: QueuedReport = { ...command, id: makeRequestId() };
    const answer = new Promise<T>((done, failed) =>
      pendingAnswers.set(queued.id, { done: done as (answer: unknown) => void, failed }),
    );
    saveOutbox({ ...outboxStore.get(), commands: [...outboxStore.get().commands, queued] });
    void sendAllReports();
    return answer;
  },
  /** Whether the queue has a report for a process, so that a second press must not report again. */
  hasCommandFor: (processId: number): boolean =>
    outboxStore.get().commands.some((one) => one.processId === processId),
  /** Sends the queue at once, for example when the connection may be back. */
  retryNow: (): void => void sendAllReports(),
  subscribe: outboxStore.subscribe,
} as const;

/** Returns the state of the outbox. The component renders again when the state changes. */
export const useOutbox = (): OutboxState => outboxStore.useValue();

if (typeof window !== 'undefined') {
  window.addEventListener('online', outbox.retryNow);
  // The device may have stored reports before it was switched off.
  if (outboxStore.get().commands.length > 0) void sendAllReports();
}
