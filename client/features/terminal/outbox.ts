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
  /** The process of the report, or its task. */
  readonly processId: number;
  /** The time when the user pressed the button, in ISO 8601 by the server's clock. */
  readonly at: string;
  /** The text of the button that the person pressed. */
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
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

const isQueuedReport = (value: unknown): value is QueuedReport =>
  typeof (value as QueuedReport | null)?.id === 'string' && typeof (value as QueuedReport).path === 'string';

/**
 * The reports that the server has not answered yet, and whether one of them waits because the server
 * could not be reached or failed.
 */
interface OutboxState {
  readonly queuedReports: readonly QueuedReport[];
  readonly stuck: boolean;
}

function restoreOutbox(): OutboxState {
  const storedValue: unknown = browserStorage.forBrowser.get(OUTBOX_STORAGE_KEY);
  const queuedReports = Array.isArray(storedValue) ? storedValue.filter(isQueuedReport) : [];
  return { queuedReports, stuck: queuedReports.length > 0 };
}

const outboxStore = createStore(restoreOutbox());
let isSending = false;
let retryTimer: ReturnType<typeof setTimeout> | null = null;
const pendingAnswersById = new Map<string, PendingAnswer>();

function saveOutbox(next: OutboxState): void {
  outboxStore.set(next);
  browserStorage.forBrowser.set(
    OUTBOX_STORAGE_KEY,
    next.queuedReports.length > 0 ? next.queuedReports : undefined,
  );
}

/**
 * Returns the token for sending a report. A person who has been identified again has a new token.
 * @returns null for the signed-in user; undefined if the person is no longer identified
 */
function findToken(report: QueuedReport): string | null | undefined {
  if (report.token === null) return session.current?.user.employeeId === report.employeeId ? null : undefined;
  return identifiedPeople.all.find((person) => person.employeeId === report.employeeId)?.token;
}

/**
 * The result of an attempt to send a report. 'answered': the server accepted or refused the report.
 * 'personAway': the person is not identified now. 'failed': the server failed to process the
 * report. 'unreachable': the server accepts no reports now.
 */
type SendResult = 'answered' | 'personAway' | 'failed' | 'unreachable';

function removeFromOutbox(id: string): void {
  saveOutbox({
    ...outboxStore.get(),
    queuedReports: outboxStore.get().queuedReports.filter((report) => report.id !== id),
  });
}

function storeRefusal({ id, employeeId, pressed, place, at }: QueuedReport, error: CallError): void {
  const reason = [error.message, ...Object.values(error.fields)].join(' ');
  refusedReports.add({ id, employeeId, pressed, place, at, reason });
}

async function sendQueuedReport(report: QueuedReport): Promise<SendResult> {
  const token = findToken(report);
  // Only the same person may send the report. The report stays in the queue until that person is
  // identified.
  if (token === undefined) return 'personAway';
  const pending = pendingAnswersById.get(report.id);
  try {
    const answer = await send<unknown>(report.path, report.fields, {
      id: report.id,
      workerToken: token,
      codesShownElsewhere: TERMINAL_SHOWN_ERROR_CODES,
    });
    removeFromOutbox(report.id);
    pending?.resolve(answer);
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
    storeRefusal(report, refusal);
    removeFromOutbox(report.id);
    pending?.reject(refusal);
  }
  pendingAnswersById.delete(report.id);
  return 'answered';
}

/**
 * Tries to send each report once, including reports that users add meanwhile. Stops as soon as the
 * server is unreachable. If the server fails to process a report, the later reports of the same
 * person wait, because they may depend on that report.
 */
async function sendEachReportOnce(): Promise<void> {
  const triedIds = new Set<string>();
  const blockedEmployeeIds = new Set<number>();
  for (;;) {
    const next = outboxStore
      .get()
      .queuedReports.find((report) => !triedIds.has(report.id) && !blockedEmployeeIds.has(report.employeeId));
    if (!next) break;
    triedIds.add(next.id);
    const result = await sendQueuedReport(next);
    if (result === 'unreachable') return;
    if (result === 'failed') blockedEmployeeIds.add(next.employeeId);
  }
  if (blockedEmployeeIds.size === 0 && outboxStore.get().stuck)
    saveOutbox({ ...outboxStore.get(), stuck: false });
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
  if (outboxStore.get().queuedReports.length > 0)
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
  submit<T>(report: Omit<QueuedReport, 'id'>): Promise<T> {
    const queuedReport: QueuedReport = { ...report, id: makeRequestId() };
    const answer = new Promise<T>((resolve, reject) =>
      pendingAnswersById.set(queuedReport.id, { resolve: resolve as (answer: unknown) => void, reject }),
    );
    saveOutbox({ ...outboxStore.get(), queuedReports: [...outboxStore.get().queuedReports, queuedReport] });
    void sendReportsAndScheduleRetry();
    return answer;
  },
  /** Whether the queue has a report for a process. */
  hasReportFor: (processId: number): boolean =>
    outboxStore.get().queuedReports.some((report) => report.processId === processId),
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
  if (outboxStore.get().queuedReports.length > 0) void sendReportsAndScheduleRetry();
}
