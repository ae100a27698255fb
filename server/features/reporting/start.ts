import { fail } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { receivableOf } from '#shared/ledger/process-state.ts';
import { post } from '#shared/ledger/ledger.ts';
import { findStartBlocker } from '#shared/ledger/may-begin.ts';
import { minus } from '#shared/ledger/quantity.ts';
import { termParam } from '#shared/terms/error-message.ts';
import { referenceMissing } from '../../call/field-refusals.ts';
import type { Work } from '../../db/work.ts';
import {
  closeRouting,
  extendSpan,
  openRouting,
  processIn,
  type Routing,
  type RoutingProcess,
} from '../../ledger/routing.ts';
import { resolveReportTime, assertStateAllows, refuseOldStart } from './guards.ts';
import { insertReport } from './insert-report.ts';
import { lockPeople, resolveShares, type Share } from './people.ts';
import { startDefaults } from './form-defaults.ts';

/** The input of a request that starts work. */
export interface StartInput {
  processId: number;
  quantity: number;
  deviceId: number | null;
  phase: 'preparation' | 'run' | 'stop';
  people: { employeeId: number; ratio: number | null }[];
  at: string | null;
  source: 'screen' | 'barcode' | 'kiosk' | 'offline' | 'import' | 'api';
}

function refuseByQuantity(routing: Routing, process: RoutingProcess, quantity: number): void {
  if (quantity <= 0)
    throw fail('fieldsInvalid', {}, { quantity: { reason: 'tooSmall', params: { min: 0.0001 } } });
  const hindrance = findStartBlocker(process, routing.processes, quantity);
  if (hindrance?.is === 'processBefore') throw fail('previousProcessOpen', { name: hindrance.process.name });
  if (hindrance?.is === 'quantity') {
    const { startable } = hindrance;
    throw fail(
      'quantityExceedsMachinable',
      { machinable: startable, quantity },
      { quantity: { reason: 'tooLarge', params: { max: startable } } },
    );
  }
}

/** Locks a device until the transaction ends. It refuses a device whose status is not normal. */
async function lockDevice(work: Work, deviceId: number): Promise<void> {
  const device = await work.db
    .selectFrom('device')
    .select(['name', 'status'])
    .where('factoryId', '=', work.factoryId)
    .where('id', '=', deviceId)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!device) throw referenceMissing('deviceId', 'device');
  if (device.status !== 'normal') {
    throw fail(
      'deviceNotNormal',
      { name: device.name, status: termParam(device.status) },
      { deviceId: { reason: 'notAChoice' } },
    );
  }
}

/** The work that a new report describes: what is started, when, and by whom. */
interface StartedWork extends Pick<StartInput, 'processId' | 'quantity' | 'deviceId' | 'phase' | 'source'> {
  startedAt: string;
  shares: readonly Share[];
}

/**
 * Opens a report and moves its pieces from machinable to in work. If too few pieces are machinable,
 * the rest is received first.
 * @returns the id of the report
 */
export async function startWork(
  work: Work,
  routing: Routing,
  process: RoutingProcess,
  started: StartedWork,
): Promise<number> {
  const { processId, quantity, deviceId, phase, source, startedAt, shares } = started;
  const reportId = await insertReport(
    work,
    { kind: 'start', phase, processId, deviceId, startedAt, started: quantity, source },
    shares,
  );
  const missing = Math.max(0, minus(quantity, process.machinable));
  routing.entries.push(
    ...post(process, 'supply', 'machinable', missing, { reportId }),
    ...post(process, 'machinable', 'inWork', quantity, { reportId }),
  );
  process.openReports += 1;
  process.hasRun ||= phase === 'run';
  routing.touched.add(process);
  extendSpan(routing, process, startedAt, null);
  await closeRouting(work, routing);
  work.announce('report', 'workReport', [reportId]);
  return reportId;
}

/**
 * Starts work on some pieces: they move from machinable to in work. If the craft requires no
 * receiving, missing pieces are received automatically.
 * @throws orderState, processState, previousProcessOpen, quantityExceedsMachinable,
 * manMachineRatioMissing, deviceNotNormal, personNotOnJob, manMachineRatioExceeded, timesOverlap,
 * timeAhead, timeTooFarBack, startBeforeOrder
 */
export async function start(work: Work, user: CurrentUser, request: StartInput) {
  const input = await startDefaults(work, request);
  const shares = resolveShares(input.people, user);
  const startedAt = resolveReportTime(input.at, work.now, user);
  const routing = await openRouting(work, [input.processId]);
  const process = processIn(routing, input.processId);
  assertStateAllows(routing, process, 'start');
  refuseOldStart(routing, process, startedAt, work.now);
  refuseByQuantity(routing, process, input.quantity);
  if ((process.deviceMinutes ?? 0) > 0 && process.manMachineRatio === null) {
    throw fail('manMachineRatioMissing', { name: process.name });
  }
  if (input.deviceId !== null) await lockDevice(work, input.deviceId);
  await lockPeople(work, shares, startedAt, process.manMachineRatio);

  const reportId = await startWork(work, routing, process, { ...input, startedAt, shares });
  work.log({ entity: 'workReport', id: reportId, action: 'start', after: { ...input, startedAt } });
  return { reportId, startedAt, process: toProcessAnswer(process) };
}

/** Builds the answer of the report routes: the state and the quantities of a process. */
export const toProcessAnswer = (process: RoutingProcess) => ({
  processId: process.id,
  state: process.state,
  arrived: process.arrived,
  received: process.received,
  receivable: receivableOf(process),
  machinable: process.machinable,
  inWork: process.inWork,
  good: process.good,
  scrap: process.scrap,
  reworkOpen: process.reworkOpen,
});
