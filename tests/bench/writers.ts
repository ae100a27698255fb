import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { WireClient } from '#server/demo/wire-client.ts';
import type { Statement } from './statements.ts';

/** A person, and the process of their own order. */
export interface Workplace {
  processId: number;
  employeeId: number;
}

/** The recorded statements of one start and finish, and the values that change with every pair. */
export interface RecordedReportPair {
  statements: Statement[];
  reportId: number;
  requestIds: string[];
  startedAt: string;
  endedAt: string;
}

/** Reports one start and one finish. */
export type ReportWriter = () => Promise<void>;

const START_TO_FINISH_MS = 60_000;
/**
 * The start of the first pair, in epoch milliseconds. It is so early that no pair ends in the future, but so late that
 * the server still accepts the reports.
 */
const FIRST_REPORT_PAIR_START_MS =
  Math.floor(Date.now() / START_TO_FINISH_MS) * START_TO_FINISH_MS - 22 * 3_600_000;
/**
 * Computes the times of the start report and the finish report of a pair. Pairs do not overlap. @param pair the number
 * of the pair
 */
export const computeReportPairTimes = (pair: number): { startedAt: string; endedAt: string } => ({
  startedAt: new Date(FIRST_REPORT_PAIR_START_MS + pair * START_TO_FINISH_MS).toISOString(),
  endedAt: new Date(FIRST_REPORT_PAIR_START_MS + (pair + 1) * START_TO_FINISH_MS).toISOString(),
});

/** Makes the fields of the call that reports a start. */
export const makeStartFields = ({ processId, employeeId }: Workplace, pair: number) => ({
  processId,
  quantity: 1,
  people: [{ employeeId, ratio: 100 }],
  at: computeReportPairTimes(pair).startedAt,
});
export const makeFinishFields = (reportId: number, pair: number) => ({
  reportId,
  good: 1,
  at: computeReportPairTimes(pair).endedAt,
});

/** Creates a writer that reports through the public API with request ids, as a terminal does. */
export function createHttpWriter(client: WireClient, workplace: Workplace): ReportWriter {
  let pair = 0;
  return async () => {
    pair += 1;
    const { reportId } = await client.call<{ reportId: number }>(
      '/mes/report/start',
      makeStartFields(workplace, pair),
      randomUUID(),
    );
    await client.call('/mes/report/finish', makeFinishFields(reportId, pair), randomUUID());
  };
}

/** The values that change with every pair. */
interface ReportPairValues {
  reportId: string;
  startedAt: string;
  endedAt: string;
  requestIds: string[];
}

/**
 * Compiles a recorded value to a function that fills in the values of a pair. The recorded value is searched only once,
 * when it is compiled.
 */
function compileRecordedValue(
  value: unknown,
  startAndFinish: RecordedReportPair,
): (pairValues: ReportPairValues) => unknown {
  if (Array.isArray(value)) {
    const parts = value.map((item) => compileRecordedValue(item, startAndFinish));
    return (pairValues) => parts.map((part) => part(pairValues));
  }
  if (typeof value === 'number')
    return value === startAndFinish.reportId ? ({ reportId }) => Number(reportId) : () => value;
  if (typeof value !== 'string') return () => value;
  const replacements: [string, (pairValues: ReportPairValues) => string][] = [
    [String(startAndFinish.reportId), ({ reportId }) => reportId],
    [startAndFinish.startedAt, ({ startedAt }) => startedAt],
    [startAndFinish.endedAt, ({ endedAt }) => endedAt],
    ...startAndFinish.requestIds.map((id, index): [string, (pairValues: ReportPairValues) => string] => [
      id,
      ({ requestIds }) => requestIds[index]!,
    ]),
  ];
  const usedReplacements = replacements.filter(([text]) => value.includes(text));
  if (usedReplacements.length === 0) return () => value;
  return (pairValues) =>
    usedReplacements.reduce(
      (text, [from, getNewText]) => text.replaceAll(from, getNewText(pairValues)),
      value,
    );
}

/** Creates a writer that sends the recorded statements, except those to skip, directly to the database. */
export function createSqlWriter(
  client: pg.Client,
  startAndFinish: RecordedReportPair,
  shouldSkip: (statement: Statement) => boolean,
): ReportWriter {
  const steps = startAndFinish.statements
    .filter((statement) => !shouldSkip(statement))
    .map((statement) => ({
      text: statement.text,
      values: statement.values.map((value) => compileRecordedValue(value, startAndFinish)),
      makesReport:
        statement.text.startsWith("select nextval('id_sequence')") &&
        Number(statement.rows[0]?.['id']) === startAndFinish.reportId,
    }));
  if (steps.filter((step) => step.makesReport).length !== 1)
    throw new Error('The statement that makes the report was not recorded');
  let pair = 0;
  return async () => {
    pair += 1;
    const pairValues: ReportPairValues = {
      reportId: '',
      ...computeReportPairTimes(pair),
      requestIds: startAndFinish.requestIds.map(() => randomUUID()),
    };
    for (const { text, values, makesReport } of steps) {
      const result = await client.query(
        text,
        values.map((value) => value(pairValues)),
      );
      if (makesReport) pairValues.reportId = String((result.rows[0] as { id: unknown }).id);
    }
  };
}

/**
 * Runs writers in parallel for a number of seconds.
 * @returns pairs per second
 */
export async function measureReportPairsPerSecond(
  writers: readonly ReportWriter[],
  seconds: number,
): Promise<number> {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let pairCount = 0;
  await Promise.all(
    writers.map(async (write) => {
      while (performance.now() < endMs) {
        await write();
        pairCount += 1;
      }
    }),
  );
  return pairCount / ((performance.now() - startMs) / 1000);
}
