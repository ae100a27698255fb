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
 * Computes the times of the start report and the finish report of a pair. Pairs do not overlap. @param pairNumber the
 * number of the pair
 */
export const computeReportPairTimes = (pairNumber: number): { startedAt: string; endedAt: string } => ({
  startedAt: new Date(FIRST_REPORT_PAIR_START_MS + pairNumber * START_TO_FINISH_MS).toISOString(),
  endedAt: new Date(FIRST_REPORT_PAIR_START_MS + (pairNumber + 1) * START_TO_FINISH_MS).toISOString(),
});

/** Makes the fields of the call that reports a start. */
export const makeStartFields = ({ processId, employeeId }: Workplace, pairNumber: number) => ({
  processId,
  quantity: 1,
  people: [{ employeeId, ratio: 100 }],
  at: computeReportPairTimes(pairNumber).startedAt,
});
export const makeFinishFields = (reportId: number, pairNumber: number) => ({
  reportId,
  good: 1,
  at: computeReportPairTimes(pairNumber).endedAt,
});

/** Creates a writer that reports through the public API with request ids, as a terminal does. */
export function createHttpWriter(client: WireClient, workplace: Workplace): ReportWriter {
  let pairNumber = 0;
  return async () => {
    pairNumber += 1;
    const { reportId } = await client.call<{ reportId: number }>(
      '/mes/report/start',
      makeStartFields(workplace, pairNumber),
      randomUUID(),
    );
    await client.call('/mes/report/finish', makeFinishFields(reportId, pairNumber), randomUUID());
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
  recordedPair: RecordedReportPair,
): (pairValues: ReportPairValues) => unknown {
  if (Array.isArray(value)) {
    const parts = value.map((item) => compileRecordedValue(item, recordedPair));
    return (pairValues) => parts.map((part) => part(pairValues));
  }
  if (typeof value === 'number')
    return value === recordedPair.reportId ? ({ reportId }) => Number(reportId) : () => value;
  if (typeof value !== 'string') return () => value;
  const replacements: [string, (pairValues: ReportPairValues) => string][] = [
    [String(recordedPair.reportId), ({ reportId }) => reportId],
    [recordedPair.startedAt, ({ startedAt }) => startedAt],
    [recordedPair.endedAt, ({ endedAt }) => endedAt],
    ...recordedPair.requestIds.map((id, index): [string, (pairValues: ReportPairValues) => string] => [
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
  recordedPair: RecordedReportPair,
  shouldSkip: (statement: Statement) => boolean,
): ReportWriter {
  const steps = recordedPair.statements
    .filter((statement) => !shouldSkip(statement))
    .map((statement) => ({
      text: statement.text,
      values: statement.values.map((value) => compileRecordedValue(value, recordedPair)),
      makesReport:
        statement.text.startsWith("select nextval('id_sequence')") &&
        Number(statement.rows[0]?.['id']) === recordedPair.reportId,
    }));
  if (steps.filter((step) => step.makesReport).length !== 1)
    throw new Error('The statement that makes the report was not recorded');
  let pairNumber = 0;
  return async () => {
    pairNumber += 1;
    const pairValues: ReportPairValues = {
      reportId: '',
      ...computeReportPairTimes(pairNumber),
      requestIds: recordedPair.requestIds.map(() => randomUUID()),
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
