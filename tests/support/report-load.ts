import { createRetryingCaller, type RetryingCaller } from '#server/demo/replay/retrying-caller.ts';
import { WireClient, type WireReply } from '#server/demo/wire-client.ts';
import { TEST_ADMIN } from './wire-server.ts';

/** A person and the process on which this person reports. */
export interface Workplace {
  processId: number;
  employeeId: number;
}

/** The number of rows in one import call. */
const ROWS_PER_IMPORT = 40;
/** The duration of the reported work, in milliseconds. */
const REPORT_DURATION_MS = 60_000;
/** The time between the starts of two reports of one person, in milliseconds. */
const REPORT_INTERVAL_MS = 61_000;
/**
 * The age of each person's first report, in milliseconds. It is within the limits of MAX_DAYS_BEFORE_ORDER and
 * MAX_START_BACKDATE_DAYS.
 */
const FIRST_REPORT_AGE_MS = 23 * 3_600_000;
const IMPORT_SOURCE = 'load';

interface ImportLineVerdict {
  line: number;
  ok: boolean;
  reportId: number;
  duplicate?: boolean;
}

const makeLineTime = (line: number): string =>
  new Date(Date.UTC(2026, 2, 2) + line * 60_000).toISOString().slice(0, 16);

/** After the log-in, the client loses one of this many answers. */
const ANSWERS_PER_LOSS = 25;

/** A client that loses some answers: the server has executed the call, but the caller gets an error. */
class LossyClient extends WireClient {
  lostCount = 0;
  private answerCount = 0;

  override async post(...call: Parameters<WireClient['post']>): Promise<WireReply> {
    const reply = await super.post(...call);
    this.answerCount += 1;
    if (this.token === null || this.answerCount % ANSWERS_PER_LOSS > 0) return reply;
    this.lostCount += 1;
    throw new TypeError('The answer was lost');
  }
}

/**
 * People who report as fast as they can: all of them start and finish work, and a log is imported in batches for the
 * first of them. An unanswered call is repeated with the same request id, or with the same line numbers, until the
 * server answers.
 */
export class ReportLoad {
  /** The report id of each acknowledged import line. */
  readonly reportIdByLine = new Map<number, number>();
  /** The ids of reports whose start and finish were acknowledged. */
  readonly finishedReportIds: number[] = [];
  /** The number of lines that an earlier call had already imported, although its answer did not arrive. */
  alreadyImportedCount = 0;
  private readonly client: LossyClient;
  private resentCount = 0;
  private readonly workplaces: readonly Workplace[];
  private readonly abortController = new AbortController();
  private isStopped = false;
  private runningWork: Promise<unknown> = Promise.resolve();

  /** @param workplaces the people and their processes; the import is for the first of them */
  constructor(url: string, workplaces: readonly Workplace[]) {
    this.client = new LossyClient(url);
    this.workplaces = workplaces;
  }

  /** Logs in and starts the load. */
  async begin(): Promise<void> {
    await this.client.logIn(TEST_ADMIN);
    this.runningWork = Promise.all([
      this.importLog(this.createCaller()),
      ...this.workplaces.map((workplace) => this.reportWork(this.createCaller(), workplace)),
    ]).catch((error: unknown) => {
      this.abortController.abort(error);
      throw error;
    });
    // `stop` reports the error; until then it must not count as an unhandled rejection.
    this.runningWork.catch(() => undefined);
  }

  /**
   * Starts no new work, and waits until the current work and import call are acknowledged.
   * @throws the error of a refused call
   */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.runningWork;
  }

  /** Stops at once, even if the server does not answer. */
  async stopAtOnce(): Promise<void> {
    this.isStopped = true;
    this.abortController.abort();
    await this.runningWork.catch(() => undefined);
  }

  /** The number of acknowledged lines and reports so far. @throws the error of a refused call */
  get acknowledgedCounts(): { lines: number; reports: number } {
    if (this.abortController.signal.aborted) throw this.abortController.signal.reason;
    return { lines: this.reportIdByLine.size, reports: this.finishedReportIds.length };
  }

  /**
   * The number of repeated calls that the server did not answer, or refused only temporarily. Answers that the client
   * itself lost are left out.
   */
  get interruptedCallCount(): number {
    return this.resentCount - this.client.lostCount;
  }

  /** The number of answers that the client lost. */
  get lostAnswerCount(): number {
    return this.client.lostCount;
  }

  private createCaller(): RetryingCaller {
    const countRetry = (reason: string | null) => (this.resentCount += reason === null ? 0 : 1);
    return createRetryingCaller(this.client, TEST_ADMIN, countRetry, this.abortController.signal);
  }

  private async importLog(caller: RetryingCaller): Promise<void> {
    const { processId, employeeId } = this.workplaces[0]!;
    for (let firstLine = 1; !this.isStopped; firstLine += ROWS_PER_IMPORT) {
      const rows = Array.from({ length: ROWS_PER_IMPORT }, (_, index) => ({
        line: firstLine + index,
        processId,
        people: [{ employeeId, ratio: 100 }],
        phase: 'run',
        startedAt: makeLineTime(firstLine + index),
        endedAt: makeLineTime(firstLine + index + 1),
        good: 1,
      }));
      const fields = { source: IMPORT_SOURCE, rows: JSON.stringify(rows) };
      const { verdicts } = await caller.read<{ verdicts: ImportLineVerdict[] }>('/mes/report/import', fields);
      for (const { line, ok, reportId, duplicate } of verdicts) {
        if (!ok) throw new Error(`Line ${line} was refused: ${JSON.stringify(verdicts)}`);
        this.reportIdByLine.set(line, reportId);
        if (duplicate) this.alreadyImportedCount += 1;
      }
    }
  }

  private async reportWork(caller: RetryingCaller, { processId, employeeId }: Workplace): Promise<void> {
    const people = [{ employeeId, ratio: null }];
    const end = Date.now() - REPORT_DURATION_MS;
    for (
      let startMs = end - FIRST_REPORT_AGE_MS;
      !this.isStopped && startMs < end;
      startMs += REPORT_INTERVAL_MS
    ) {
      const at = new Date(startMs).toISOString();
      const start = { processId, quantity: 1, people, at };
      const { reportId } = await caller.write<{ reportId: number }>('/mes/report/start', start);
      const endedAt = new Date(startMs + REPORT_DURATION_MS).toISOString();
      await caller.write('/mes/report/finish', { reportId, good: 1, at: endedAt });
      this.finishedReportIds.push(reportId);
    }
  }
}
