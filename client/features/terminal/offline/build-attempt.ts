import { correctPressTime, type MeasuredClock } from './correct-press-time.ts';
import type { QueuedReport } from './queued-report.ts';

const MINUTE_MS = 60_000;

const makeFieldsWithTime = (report: QueuedReport, pressedMs: number): Record<string, unknown> =>
  report.time
    ? {
        ...report.fields,
        [report.time.field]: new Date(pressedMs - report.time.minutesAgo * MINUTE_MS).toISOString(),
      }
    : report.fields;

/** Builds the fields of a report that is sent immediately after the button is pressed. */
export const buildFirstAttempt = (report: QueuedReport): Record<string, unknown> =>
  makeFieldsWithTime(report, Date.parse(report.at));

/**
 * Builds the fields of a report that is sent later. They contain the time of the press by the server's clock.
 * @param notBeforeMs the time of the previous report in the queue; 0 if there is none
 * @returns the fields, and the time of the press
 */
export function buildLateAttempt(
  report: QueuedReport,
  measuredClock: MeasuredClock,
  notBeforeMs: number,
): { fields: Record<string, unknown>; pressedMs: number } {
  const statedMs = Date.parse(report.at);
  if (!report.clock || !report.time)
    return { fields: makeFieldsWithTime(report, statedMs), pressedMs: statedMs };
  const { pressedMs, isCorrected } = correctPressTime(report.clock, measuredClock, notBeforeMs);
  return {
    fields: { ...makeFieldsWithTime(report, pressedMs), madeOffline: true, timeCorrected: isCorrected },
    pressedMs,
  };
}
