import { createRetryingCaller, type RetryingCaller } from '#server/demo/replay/retrying-caller.ts';
import { WireClient, type WireReply } from '#server/demo/wire-client.ts';
import { TEST_ADMIN } from './wire-server.ts';

/** Where people of the load work. */
export interface Bench {
  processId: number;
  employeeId: number;
}

/** Rows of one import call. */
const BATCH = 40;
/** How long one piece of work lasts, and how far apart two of one person begin, in milliseconds. */
const WORK_MS = 60_000;
const APART_MS = 61_000;
/** How far back the first begins: further than a day is refused. */
const BACK_MS = 23 * 3_600_000;
const SOURCE = 'load';

interface Verdict {
  line: number;
  ok: boolean;
  reportId: number;
  duplicate?: boolean;
}

const clock = (line: number): string =>
  new Date(Date.UTC(2026, 2, 2) + line * 60_000).toISOString().slice(0, 16);

/** One answer in so many is lost on its way. */
const LOST_OF = 25;

/** A line to the server that loses an answer now and then: the call was done, and nobody heard of it. */
class BadLine extends WireClient {
  lost = 0;
  private answers = 0;

  override async post(...call: Parameters<WireClient['post']>): Promise<WireReply> {
    const reply = await super.post(...call);
    this.answers += 1;
    if (this.token === null || this.answers % LOST_OF > 0) return reply;
    this.lost += 1;
    throw new TypeError('The answer was lost');
  }
}

/**
 * People who report as fast as they can: one imports a log in batches, the others start and finish. What is not answered
 * they send again, under the same request id or line, until it is: what they know to be acknowledged must be there.
 */
export class ReportLoad {
  /** Acknowledged imports: the report of each line. */
  readonly imported = new Map<number, number>();
  /** Acknowledged work that was started and finished. */
  readonly finished: number[] = [];
  /** Lines that had been filed by a call whose answer was not heard. */
  filedUnheard = 0;
  private readonly line: BadLine;
  private resent = 0;
  private readonly benches: readonly Bench[];
  private readonly giveUp = new AbortController();
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  /** @param benches the first is also what the imported log is about */
  constructor(url: string, benches: readonly Bench[]) {
    this.line = new BadLine(url);
    this.benches = benches;
  }

  /** Logs in and begins. */
  async begin(): Promise<void> {
    await this.line.logIn(TEST_ADMIN);
    this.running = Promise.all([
      this.importLog(this.patient()),
      ...this.benches.map((bench) => this.work(this.patient(), bench)),
    ]).catch((error: unknown) => {
      this.giveUp.abort(error);
      throw error;
    });
    // Whoever waits for the load hears of it; until then it is nobody's.
    this.running.catch(() => undefined);
  }

  /** Lets everybody come to the end of what they are at. @throws what was refused */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  /** What has been acknowledged so far. @throws what was refused */
  get done(): { lines: number; works: number } {
    if (this.giveUp.signal.aborted) throw this.giveUp.signal.reason;
    return { lines: this.imported.size, works: this.finished.length };
  }

  /** Tries that the server itself left without an answer. */
  get interrupted(): number {
    return this.resent - this.line.lost;
  }

  /** Answers that were lost on their way. */
  get lost(): number {
    return this.line.lost;
  }

  private patient(): RetryingCaller {
    const heard = (why: string | null) => (this.resent += why === null ? 0 : 1);
    return createRetryingCaller(this.line, TEST_ADMIN, heard, this.giveUp.signal);
  }

  private async importLog(caller: RetryingCaller): Promise<void> {
    const { processId, employeeId } = this.benches[0]!;
    for (let first = 1; !this.isOver; first += BATCH) {
      const rows = Array.from({ length: BATCH }, (_, index) => ({
        line: first + index,
        processId,
        people: [{ employeeId, ratio: 100 }],
        phase: 'run',
        startedAt: clock(first + index),
        endedAt: clock(first + index + 1),
        good: 1,
      }));
      const fields = { source: SOURCE, rows: JSON.stringify(rows) };
      const { verdicts } = await caller.read<{ verdicts: Verdict[] }>('/mes/report/import', fields);
      for (const { line, ok, reportId, duplicate } of verdicts) {
        if (!ok) throw new Error(`Line ${line} was refused: ${JSON.stringify(verdicts)}`);
        this.imported.set(line, reportId);
        if (duplicate) this.filedUnheard += 1;
      }
    }
  }

  private async work(caller: RetryingCaller, { processId, employeeId }: Bench): Promise<void> {
    const people = [{ employeeId, ratio: null }];
    const end = Date.now() - WORK_MS;
    for (let began = end - BACK_MS; !this.isOver && began < end; began += APART_MS) {
      const at = new Date(began).toISOString();
      const start = { processId, quantity: 1, people, at };
      const { reportId } = await caller.write<{ reportId: number }>('/mes/report/start', start);
      const ended = new Date(began + WORK_MS).toISOString();
      await caller.write('/mes/report/finish', { reportId, good: 1, at: ended });
      this.finished.push(reportId);
    }
  }
}
