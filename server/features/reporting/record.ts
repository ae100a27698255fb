import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { addQuantities } from '#shared/ledger/quantity.ts';
import type { Transaction } from '../../db/transaction.ts';
import { unwrapOutcome } from '../../call/route.ts';
import { closeReports } from './close.ts';
import type { EnteredEntries } from './entries/report-lines.ts';
import { resolveReportTime } from '../../ledger/report-time.ts';
import type { StartReportInput } from './open-report.ts';
import { startReports } from './start.ts';

interface FinishedWorkInput extends Omit<StartReportInput, 'quantity' | 'at'>, EnteredEntries {
  good: number;
  scrap: number;
  rework: number;
  errorClassId: number | null;
  scrapReasonId: number | null;
  /** The duration in minutes. It is used only if `startedAt` is null, and is then required. */
  minutes: number | null;
  startedAt: string | null;
  endedAt: string | null;
  remark: string | null;
  custom: string | null;
}

/**
 * Reports finished work: in one transaction, it starts and ends the work at the given times.
 * @throws fieldsInvalid, and the refusals of `startReports` and `closeReports`
 */
export async function recordFinishedWork(tx: Transaction, user: CurrentUser, input: FinishedWorkInput) {
  const {
    good,
    scrap,
    rework,
    errorClassId,
    scrapReasonId,
    minutes,
    startedAt,
    endedAt,
    remark,
    custom,
    parameters,
    barcodes,
    materials,
    ...startInput
  } = input;
  const end = resolveReportTime(endedAt, tx.now, user, input.madeOffline);
  if (minutes === null && startedAt === null)
    throw makeError('fieldsInvalid', {}, { minutes: { reason: 'required' } });
  const at = startedAt ?? new Date(Date.parse(end) - minutes! * 60_000).toISOString();
  const quantity = addQuantities(good, scrap, rework);
  const [start] = await startReports(tx, user, [{ ...startInput, quantity, at, endedAt: end }]);
  const [outcome] = await closeReports(tx, user, 'finish', [
    {
      reportId: unwrapOutcome(start!).reportId,
      good,
      scrap,
      rework,
      errorClassId,
      scrapReasonId,
      at: end,
      madeOffline: input.madeOffline ?? false,
      timeCorrected: input.timeCorrected ?? false,
      remark,
      custom,
      parameters,
      barcodes,
      materials,
    },
  ]);
  return unwrapOutcome(outcome!);
}
