import { createStore } from '#client/kit/state/create-store.ts';
import { send } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { makeRequestId } from '#client/kit/wire/request-id.ts';
import { session } from '#client/kit/wire/session.ts';
import { t } from '#client/kit/words/t.ts';
import { identifiedPeople } from './people/identified-people.ts';
import { buildFirstAttempt, buildLateAttempt } from './offline/build-attempt.ts';
import type { MeasuredClock } from './offline/correct-press-time.ts';
import { keptReports, type OutboxMessage } from './offline/kept-reports.ts';
import type { QueuedReport, RefusedReport } from './offline/queued-report.ts';
import { mustSendAgainAfter, TERMINAL_SHOWN_ERROR_CODES } from './offline/send-errors.ts';
import { measureClock, noteServerAnswer } from './offline/report-clock.ts';

const RETRY_INTERVAL_MS = 2000;
/** Only the window that holds this lock sends reports, so that the server gets them in their order. */
const SENDER_LOCK = 'mes.floor.sender';
interface PendingAnswer {
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/** Whether reports wait because the server could not be reached or failed. */
const isStuckStore = createStore(false);
let isSending = false;
let retryTimer: ReturnType<typeof setTimeout> | null = null;
const pendingAnswersById = new Map<string, PendingAnswer>();
/** The ids of new reports that this page has not tried to send yet. All other reports are sent as late reports. */
const untriedReportIds = new Set<string>();
/** The ids of the reports that queued starts have opened, by their placeholder ids. */
const reportIdsByPlaceholder = new Map<number, number>();

const setQueueStuck = (isStuck: boolean): void => {
  if (isStuckStore.get() !== isStuck) isStuckStore.set(isStuck);
};

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

const makeRefusedReport = (report: QueuedReport, reason: string): RefusedReport => {
  const { id, employeeId, pressed, place, at } = report;
  return { id, employeeId, pressed, place, at, reason };
};

/** Finds the queued reports that end the work of a queued start. */
const findEndsOf = (start: QueuedReport): QueuedReport[] =>
  start.placeholderId === undefined
    ? []
    : keptReports.state.queued.filter(({ fields }) => fields['reportId'] === start.placeholderId);

/**
 * Removes an accepted report. If it was a start, writes the new report id into the queued reports that end its work.
 */
async function acceptReport(report: QueuedReport, answer: unknown): Promise<void> {
  const reportId = (answer as { reportId?: number } | null)?.reportId;
  if (report.placeholderId !== undefined && reportId !== undefined)
    reportIdsByPlaceholder.set(report.placeholderId, reportId);
  const replacedReports = findEndsOf(report).map((end) => ({ ...end, fields: { ...end.fields, reportId } }));
  await keptReports.change({ removedIds: [report.id], replaced: replacedReports }, { id: report.id, answer });
  pendingAnswersById.get(report.id)?.resolve(answer);
}

/** Removes a refused report together with the reports that end its work, and stores the reasons in the same write. */
async function refuseReport(report: QueuedReport, refusal: CallError): Promise<void> {
  const reason = [refusal.message, ...Object.values(refusal.fields)].join(' ');
  const endReports = findEndsOf(report);
  await keptReports.change(
    {
      removedIds: [report, ...endReports].map(({ id }) => id),
      refused: [
        makeRefusedReport(report, reason),
        ...endReports.map((end) => makeRefusedReport(end, t('startWasRefused', { what: report.pressed }))),
      ],
    },
    { id: report.id, refusal: { code: refusal.code, message: refusal.message } },
  );
  for (const { id } of [report, ...endReports]) {
    pendingAnswersById.get(id)?.reject(refusal);
    pendingAnswersById.delete(id);
  }
}

/** Sends the last attempt of a report. If the server has received an earlier attempt, repeats that attempt. */
async function sendAttempts(
  { id, path, attempts = [] }: QueuedReport,
  token: string | null,
): Promise<unknown> {
  for (let index = attempts.length - 1; ; index--) {
    try {
      return await send<unknown>(path, attempts[index], {
        id,
        workerToken: token,
        codesShownElsewhere: TERMINAL_SHOWN_ERROR_CODES,
      });
    } catch (error) {
      const wasReceivedBefore = error instanceof CallError && error.code === 'requestIdReused';
      if (!wasReceivedBefore || index === 0) throw error;
    }
  }
}

async function sendQueuedReport(report: QueuedReport): Promise<SendResult> {
  const token = findToken(report);
  // Only the same person may send the report. The report stays in the queue until that person is
  // identified.
  if (token === undefined) return 'personAway';
  try {
    const answer = await sendAttempts(report, token);
    noteServerAnswer();
    await acceptReport(report, answer);
  } catch (error) {
    if (mustSendAgainAfter(error)) {
      setQueueStuck(true);
      return error instanceof CallError && error.code === 'internal' ? 'failed' : 'unreachable';
    }
    const refusal = error as CallError;
    if (refusal.flag === 'LOGIN_VALIDATE') {
      if (token !== null) identifiedPeople.remove(token);
      return 'personAway';
    }
    await refuseReport(report, refusal);
  }
  pendingAnswersById.delete(report.id);
  return 'answered';
}

/**
 * Adds the fields of a late attempt to a report. They are stored before sending, so that every attempt has the same
 * fields.
 */
async function addLateAttempt(
  report: QueuedReport,
  measuredClock: MeasuredClock,
  notBeforeMs: number,
): Promise<{ report: QueuedReport; pressedMs: number }> {
  const attempts = report.attempts ?? [];
  const { fields, pressedMs } = buildLateAttempt(report, measuredClock, notBeforeMs);
  const hasLateAttempt = attempts.some((attempt) => attempt['madeOffline'] === true);
  if (hasLateAttempt || (attempts.length > 0 && !('madeOffline' in fields))) return { report, pressedMs };
  const updatedReport = { ...report, attempts: [...attempts, fields] };
  await keptReports.change({ replaced: [updatedReport] });
  return { report: updatedReport, pressedMs };
}

/**
 * Tries to send each report once, including reports that users add meanwhile. Stops as soon as the server is
 * unreachable. If a report cannot be sent, the later reports of the same part wait, because they may depend
 * on it. After a failure of the server, the later reports of the same person wait too.
 */
async function sendEachReportOnce(): Promise<void> {
  const triedIds = new Set<string>();
  const blockedEmployeeIds = new Set<number>();
  const blockedParts = new Set<number>();
  let measuredClock: MeasuredClock | null = null;
  let notBeforeMs = 0;
  for (;;) {
    const { queued, unwrittenIds } = keptReports.state;
    const nextReport = queued.find(({ id }) => !triedIds.has(id) && !unwrittenIds.includes(id));
    if (!nextReport) break;
    triedIds.add(nextReport.id);
    const isBlocked =
      blockedEmployeeIds.has(nextReport.employeeId) ||
      (nextReport.partId !== undefined && blockedParts.has(nextReport.partId)) ||
      // The report ends work whose start has not been sent.
      Number(nextReport.fields['reportId'] ?? 0) < 0;
    if (isBlocked) {
      if (nextReport.partId !== undefined) blockedParts.add(nextReport.partId);
      continue;
    }
    let report = nextReport;
    if (!untriedReportIds.delete(nextReport.id)) {
      measuredClock ??= await measureClock();
      if (!measuredClock) return setQueueStuck(true);
      const lateAttempt = await addLateAttempt(nextReport, measuredClock, notBeforeMs);
      report = lateAttempt.report;
      notBeforeMs = Math.max(notBeforeMs, lateAttempt.pressedMs);
    }
    const result = await sendQueuedReport(report);
    if (result === 'unreachable') return;
    if (result === 'failed') blockedEmployeeIds.add(report.employeeId);
    if (result !== 'answered' && report.partId !== undefined) blockedParts.add(report.partId);
  }
  if (blockedEmployeeIds.size === 0) setQueueStuck(false);
}

async function runAsOnlySender(run: () => Promise<void>): Promise<void> {
  // Browsers offer locks only on HTTPS and localhost. Without locks, two windows may both send a report, but the server
  // counts each request id once.
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return run();
  await locks.request(SENDER_LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    // Another window may have sent reports since the last read.
    await keptReports.readAgain();
    await run();
  });
}

async function sendReportsAndScheduleRetry(): Promise<void> {
  if (isSending) return;
  isSending = true;
  if (retryTimer) clearTimeout(retryTimer);
  retryTimer = null;
  try {
    // Reports that did not fit on the disk may fit now.
    await keptReports.keepMissing();
    await runAsOnlySender(sendEachReportOnce);
  } catch (error) {
    console.warn('The reports of this device could not be read', error);
  } finally {
    isSending = false;
  }
  if (keptReports.state.queued.length > 0)
    retryTimer ??= setTimeout(() => void sendReportsAndScheduleRetry(), RETRY_INTERVAL_MS);
}

/** Handles a message of another window. If that window has sent a report of this window, settles the report. */
function handleWindowMessage({ id, answer, refusal }: OutboxMessage): void {
  const pendingAnswer = id === undefined ? undefined : pendingAnswersById.get(id);
  if (pendingAnswer) {
    pendingAnswersById.delete(id!);
    if (refusal) pendingAnswer.reject(new CallError({ flag: null, ...refusal }, 409));
    else pendingAnswer.resolve(answer);
  }
  void keptReports.readAgain();
}

/**
 * The queue of reports. It stores each report on this device, and tries to send the report until the
 * server has accepted or refused it.
 */
export const outbox = {
  /**
   * Stores a report on this device, and sends it.
   * @returns the server's answer; the promise stays pending until the server accepts or refuses the report
   * @throws CallError if the server refuses the report
   */
  submit<T>(command: Omit<QueuedReport, 'id' | 'attempts'>): Promise<T> {
    const reportId = reportIdsByPlaceholder.get(Number(command.fields['reportId']));
    const report: QueuedReport = {
      ...command,
      fields: reportId === undefined ? command.fields : { ...command.fields, reportId },
      id: makeRequestId(),
    };
    const answer = new Promise<T>((resolve, reject) =>
      pendingAnswersById.set(report.id, { resolve: resolve as (answer: unknown) => void, reject }),
    );
    const isFresh = !isStuckStore.get();
    if (isFresh) untriedReportIds.add(report.id);
    const attempts = isFresh ? [buildFirstAttempt(report)] : [];
    void keptReports.add({ ...report, attempts }).then(() => sendReportsAndScheduleRetry());
    return answer;
  },
  /** Whether the queue has a report for a process. */
  hasReportFor: (processId: number): boolean =>
    keptReports.state.queued.some((report) => report.processId === processId),
  /** Whether a process cannot take another report now: a report is being written, or its answer is about to arrive. */
  isBusyWith: (processId: number): boolean =>
    keptReports.state.queued.some(
      (report) =>
        report.processId === processId &&
        (!isStuckStore.get() || keptReports.state.unwrittenIds.includes(report.id)),
    ),
  /** Whether a report waits because the server could not be reached or failed. */
  get isStuck(): boolean {
    return isStuckStore.get();
  },
  /** Resolves when the stored reports have been read for the first time. */
  loaded: keptReports.loaded,
  /** Sends the queue at once, for example when the connection may be back. */
  retryNow: (): void => void sendReportsAndScheduleRetry(),
} as const;

/** Returns whether reports wait because of the connection. The component renders again when that changes. */
export const useIsOutboxStuck = (): boolean => isStuckStore.useValue();

if (typeof window !== 'undefined') {
  window.addEventListener('online', outbox.retryNow);
  keptReports.onMessage(handleWindowMessage);
  // The device may have stored reports before it was switched off.
  void keptReports.loaded.then(() => {
    if (keptReports.state.queued.length === 0) return;
    setQueueStuck(true);
    void sendReportsAndScheduleRetry();
  });
}
