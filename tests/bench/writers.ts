import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { WireClient } from '#server/demo/wire-client.ts';
import type { Statement } from './statements.ts';

/** Somebody at a bench of their own: their order, its process and themselves. */
export interface Workplace {
  processId: number;
  employeeId: number;
}

/** One recorded pair of start and finish, and what of it is new every time. */
export interface RecordedPair {
  statements: Statement[];
  reportId: number;
  requestIds: string[];
  startedAt: string;
  endedAt: string;
}

/** Does one pair of start and finish; called again and again. */
export type Writer = () => Promise<void>;

const PAIR_MS = 60_000;
/** Long enough ago that no pair of a run reaches the present, and within the day in which anybody may still report. */
const FROM = Math.floor(Date.now() / PAIR_MS) * PAIR_MS - 22 * 3_600_000;
/** When the pair of a number starts and ends: one after the other, nobody works twice at one time. */
export const timesOf = (pair: number): { startedAt: string; endedAt: string } => ({
  startedAt: new Date(FROM + pair * PAIR_MS).toISOString(),
  endedAt: new Date(FROM + (pair + 1) * PAIR_MS).toISOString(),
});

/** What a start and a finish say. */
export const startOf = ({ processId, employeeId }: Workplace, pair: number) => ({
  processId,
  quantity: 1,
  people: [{ employeeId, ratio: 100 }],
  at: timesOf(pair).startedAt,
});
export const finishOf = (reportId: number, pair: number) => ({
  reportId,
  good: 1,
  at: timesOf(pair).endedAt,
});

/** Reports through the public API, as a terminal does: with a request id. */
export function httpWriter(client: WireClient, bench: Workplace): Writer {
  let pair = 0;
  return async () => {
    pair += 1;
    const { reportId } = await client.call<{ reportId: number }>(
      '/mes/report/start',
      startOf(bench, pair),
      randomUUID(),
    );
    await client.call('/mes/report/finish', finishOf(reportId, pair), randomUUID());
  };
}

/** What of a recorded pair is another one every time. */
interface Fresh {
  reportId: string;
  startedAt: string;
  endedAt: string;
  requestIds: string[];
}

/** A value of a recorded statement, ready to be sent for another pair: what stays is looked for once, not every time. */
function compile(value: unknown, recorded: RecordedPair): (fresh: Fresh) => unknown {
  if (Array.isArray(value)) {
    const parts = value.map((one) => compile(one, recorded));
    return (fresh) => parts.map((part) => part(fresh));
  }
  if (typeof value === 'number')
    return value === recorded.reportId ? ({ reportId }) => Number(reportId) : () => value;
  if (typeof value !== 'string') return () => value;
  const changing: [string, (fresh: Fresh) => string][] = [
    [String(recorded.reportId), ({ reportId }) => reportId],
    [recorded.startedAt, ({ startedAt }) => startedAt],
    [recorded.endedAt, ({ endedAt }) => endedAt],
    ...recorded.requestIds.map((id, index): [string, (fresh: Fresh) => string] => [
      id,
      ({ requestIds }) => requestIds[index]!,
    ]),
  ];
  const found = changing.filter(([text]) => value.includes(text));
  if (found.length === 0) return () => value;
  return (fresh) => found.reduce((text, [from, to]) => text.replaceAll(from, to(fresh)), value);
}

/** Sends the recorded statements of a pair straight to the database, over a connection of its own. */
export function rawWriter(
  client: pg.Client,
  recorded: RecordedPair,
  skip: (statement: Statement) => boolean,
): Writer {
  const steps = recorded.statements
    .filter((statement) => !skip(statement))
    .map((statement) => ({
      text: statement.text,
      values: statement.values.map((value) => compile(value, recorded)),
      makesReport:
        /^insert into "?work_report"? /.test(statement.text) &&
        Number(statement.rows[0]?.id) === recorded.reportId,
    }));
  if (steps.filter((step) => step.makesReport).length !== 1)
    throw new Error('The statement that makes the report was not recorded');
  let pair = 0;
  return async () => {
    pair += 1;
    const fresh: Fresh = {
      reportId: '',
      ...timesOf(pair),
      requestIds: recorded.requestIds.map(() => randomUUID()),
    };
    for (const { text, values, makesReport } of steps) {
      const result = await client.query(
        text,
        values.map((value) => value(fresh)),
      );
      if (makesReport) fresh.reportId = String((result.rows[0] as { id: unknown }).id);
    }
  };
}

/**
 * Lets writers work side by side for a while.
 * @returns pairs a second
 */
export async function measure(writers: readonly Writer[], seconds: number): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let pairs = 0;
  await Promise.all(
    writers.map(async (write) => {
      while (performance.now() < until) {
        await write();
        pairs += 1;
      }
    }),
  );
  return pairs / ((performance.now() - began) / 1000);
}
