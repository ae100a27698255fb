import { ERRORS, type ErrorCode } from '#shared/kernel/errors.ts';
import { createStore } from '#client/kit/state/create-store.ts';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { session } from '#client/kit/wire/session.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { identifiedPeople } from './identified-people.ts';
import { refusedReports } from './notices/refused-reports.ts';

/** A report that this device stores until the server has answered it. */
interface QueuedReport {
  /** The request id. The server executes each request id only once. */
  readonly id: string;
  readonly path: string;
  readonly fields: Record<string, unknown>;
  readonly employeeId: number;
  /** The name of the person. */
  readonly name: string;
  /** The person's token at a terminal; null for the signed-in user. */
  readonly token: string | null;
  readonly processId: number;
  /** The time when the user pressed the button, in ISO 8601 by the server's clock. */
  readonly at: string;
  /** The words of the button that the person pressed. */
  readonly pressed: string;
  /** The process, the part and the card of the report. */
  readonly place: string;
}

const OUTBOX_STORAGE_KEY = 'floor.outbox';
const RETRY_INTERVAL_MS = 2000;
/**
 * Errors with a status below 500 after which a report is neither accepted nor refused. The report must be
 * sent again.
 */
const UNDECIDED_ERROR_CODES: ReadonlySet<ErrorCode> = new Set([
  'requestFailed',
  'timedOut',
  'tooManyRequests',
  'paramCheckFailed',
]);
/** The errors that the terminal shows itself: all errors except the end of a session. */
const TERMINAL_SHOWN_ERROR_CODES = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) => ERRORS[code].flag !== 'LOGIN_VALIDATE',
);

/**
 * Whether a report must be sent again because of this error. False for refusals, and for the end of a
 * session, after which the person must first be identified again.
 */
const mustSendAgainAfter = (error: unknown): boolean =>
  !(error instanceof CallError) || error.status >= 500 || UNDECIDED_ERROR_CODES.has(error.code);

interface PendingAnswer {
  done: (answer: unknown) => void;
  failed: (error: unknown) => void;
}

const isQueuedReport = (value: unknown): value is QueuedReport =>
  typeof (value as QueuedReport | null)?.id === 'string' && typeof (value as QueuedReport).path === 'string';

/**
 * The reports that the server has not answered yet, and whether one of them waits because the server
 * could not be reached or failed.
 */
interface OutboxState {
  readonly commands: readonly QueuedReport[];
  readonly stuck: boolean;
}

function restoreOutbox(): OutboxState {
  const storedValue: unknown = browserStorage.forGood.get(OUTBOX_STORAGE_KEY);
  const commands = Array.isArray(storedValue) ? storedValue.filter(isQueuedReport) : [];
  return { commands, stuck: commands.length > 0 };
}

const outboxStore = createStore(restoreOutbox());
let isSending = false;
let retryTimer: ReturnType<typeof setTimeout> | null = null;
const pendingAnswers = new Map<string, PendingAnswer>();

function saveOutbox(next: OutboxState): void {
  outboxStore.set(next);
  browserStorage.forGood.set(OUTBOX_STORAGE_KEY, next.commands.length > 0 ? next.commands : undefined);
}

/**
 * Returns the token for sending a report. A person who has been identified again has a new token.
 * @returns null for the signed-in user; undefined if the person is no longer identified
 */
function findToken(command: QueuedReport): string | null | undefined {
  if (command.token === null)
    return session.current?.user.employeeId === command.employeeId ? null : undefined;
  return identifiedPeople.all.find((one) => one.employeeId === command.employeeId)?.token;
}

/**
 * The result of an attempt to send a report. 'answered' means that the server accepted or refused
 * the report, 'personAway' that its person is not identified now, 'failed' that the server failed at
 * this report, and 'unreachable' that the server accepts no reports now.
 */
type SendResult = 'answered' | 'personAway' | 'failed' | 'unreachable';

function removeFromOutbox(id: string): void {
  saveOutbox({ ...outboxStore.get(), commands: outboxStore.get().commands.filter((one) => one.id !== id) });
}

function storeRefusal({ id, employeeId, pressed, place, at }: QueuedReport, error: CallError): void {
  const reason = [error.message, ...Object.values(error.fields)].join(' ');
  refusedReports.add({ id, employeeId, pressed, place, at, reason });
}

async function sendQueuedReport(command: QueuedReport): Promise<SendResult> {
  const token = findToken(command);
  // Only the same person may send the report. The report stays in the queue until that person is
  // identified.
  if (token === undefined) return 'personAway';
  const pending = pendingAnswers.get(command.id);
  try {
    const answer = await send<unknown>(command.path, command.fields, {
      id: command.id,
      as: token,
      shownElsewhere: TERMINAL_SHOWN_ERROR_CODES,
    });
    removeFromOutbox(command.id);
    pending?.done(answer);
  } catch (error) {
    if (mustSendAgainAfter(error)) {
      saveOutbox({ ...outboxStore.get(), stuck: true });
      return error instanceof CallError && error.code === 'internal' ? 'failed' : 'unreachable';
    }
    const refusal = error as CallError;
    if (refusal.flag === 'LOGIN_VALIDATE') {
      if (token !== null) identifiedPeople.remove(token);
      return 'personAway';
    }
    // The refusal is stored before the report is removed, so that a power cut cannot lose the refusal.
    storeRefusal(command, refusal);
    removeFromOutbox(command.id);
    pending?.failed(refusal);
  }
  pendingAnswers.delete(command.id);
  return 'answered';
}

/**
 * Tries to send each report once, also reports that users add meanwhile. Stops as soon as the server is
 * unreachable. If the server fails at a report, the later reports of the same person wait, because they
 * may depend on that report.
 */
async function sendEachReportOnce(): Promise<void> {
  const tried = new Set<string>();
  const blockedPeople = new Set<number>();
  for (;;) {
    const next = outboxStore
      .get()
      .commands.find((one) => !tried.has(one.id) && !blockedPeople.has(one.employeeId));
    if (!next) break;
    tried.add(next.id);
    const result = await sendQueuedReport(next);
    if (result === 'unreachable') return;
    if (result === 'failed') blockedPeople.add(next.employeeId);
  }
  if (blockedPeople.size === 0 && outboxStore.get().stuck) saveOutbox({ ...outboxStore.get(), stuck: false });
}

async function sendReportsAndScheduleRetry(): Promise<void> {
  if (isSending) return;
  isSending = true;
  if (retryTimer) clearTimeout(retryTimer);
  retryTimer = null;
  try {
    await sendEachReportOnce();
  } finally {
    isSending = false;
  }
  if (outboxStore.get().commands.length > 0)
    retryTimer ??= setTimeout(() => void sendReportsAndScheduleRetry(), RETRY_INTERVAL_MS);
}

/**
 * The queue of reports. It stores each report on this device, and tries to send the report until the
 * server has accepted or refused it.
 */
export const outbox = {
  /**
   * Sends a report.
   * @returns the server's answer; the promise stays pending until the server accepts or refuses the
   *   report
   * @throws CallError if the server refuses the report
   */
  submit<T>(command: Omit<QueuedReport, 'id'>): Promise<T> {
    const queued: QueuedReport = { ...command, id: makeRequestId() };
    const answer = new Promise<T>((done, failed) =>
      pendingAnswers.set(queued.id, { done: done as (answer: unknown) => void, failed }),
    );
    saveOutbox({ ...outboxStore.get(), commands: [...outboxStore.get().commands, queued] });
    void sendReportsAndScheduleRetry();
    return answer;
  },
  /** Whether the queue has a report for a process. */
  hasCommandFor: (processId: number): boolean =>
    outboxStore.get().commands.some((one) => one.processId === processId),
  /** Whether a report waits because the server could not be reached or failed. */
  get isStuck(): boolean {
    return outboxStore.get().stuck;
  },
  /** Sends the queue at once, for example when the connection may be back. */
  retryNow: (): void => void sendReportsAndScheduleRetry(),
  subscribe: outboxStore.subscribe,
} as const;

/** Returns the state of the outbox. The component renders again when the state changes. */
export const useOutbox = (): OutboxState => outboxStore.useValue();

if (typeof window !== 'undefined') {
  window.addEventListener('online', outbox.retryNow);
  // The device may have stored reports before it was switched off.
  if (outboxStore.get().commands.length > 0) void sendReportsAndScheduleRetry();
}
