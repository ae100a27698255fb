import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { sum } from '#shared/ledger/quantity.ts';
import type { Work } from '../../db/work.ts';
import { close } from './close.ts';
import { start, type StartInput } from './start.ts';

/** Work that is already done, entered in one step. */
interface RecordInput extends Omit<StartInput, 'quantity' | 'at'> {
  good: number;
  scrap: number;
  rework: number;
  errorClassId: number | null;
  /** How long it took, in minutes, up to `endedAt`; or else `startedAt`. */
  minutes: number | null;
  startedAt: string | null;
  endedAt: string | null;
  remark: string | null;
  custom: string | null;
}

/**
 * Reports work that is already done: it is started and finished at the times that are given, in one transaction.
 * @throws fieldsInvalid, and whatever starting and finishing refuse
 */
export async function record(work: Work, user: CurrentUser, input: RecordInput) {
  const { good, scrap, rework, errorClassId, minutes, startedAt, endedAt, remark, custom, ...begun } = input;
  const end = endedAt ?? work.now;
  if (minutes === null && startedAt === null)
    throw fail('fieldsInvalid', {}, { minutes: { reason: 'required' } });
  const at = startedAt ?? new Date(Date.parse(end) - minutes! * 60_000).toISOString();
  const opened = await start(work, user, { ...begun, quantity: sum(good, scrap, rework), at });
  return close(work, user, 'finish', {
    reportId: opened.reportId,
    good,
    scrap,
    rework,
    errorClassId,
    at: end,
    remark,
    custom,
  });
}
