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
import { instantOf, refuseByState, refuseLongAgo } from './guards.ts';
import { insertReport } from './insert-report.ts';
import { lockPeople, sharesOf, type Share } from './people.ts';
import { startDefaults } from './form-defaults.ts';

/** What a person says when they begin. */
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

/** Locks the device for the length of the transaction and refuses one that is in repair or scrapped. */
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

/** Work that begins: what is started, by whom, since when. */
interface StartedWork extends Pick<StartInput, 'processId' | 'quantity' | 'deviceId' | 'phase' | 'source'> {
  startedAt: string;
  shares: readonly Share[];
}

/** Opens a report and takes its pieces into work; the missing receive is posted with it. @returns its id */
export async function begin(
  work: Work,
  routing: Routing,
  process: RoutingProcess,
  begun: StartedWork,
): Promise<number> {
  const { processId, quantity, deviceId, phase, source, startedAt, shares } = begun;
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
 * Begins work on some pieces: machinable → in work; where the craft needs no receive, the missing receive is
 * posted with it.
 * @throws orderState, processState, previousProcessOpen, quantityExceedsMachinable, manMachineRatioMissing,
 * deviceNotNormal,
 * personNotOnJob, manMachineRatioExceeded, timesOverlap, timeAhead, timeTooFarBack, startBeforeOrder
 */
export async function start(work: Work, user: CurrentUser, asked: StartInput) {
  const input = await startDefaults(work, asked);
  const shares = sharesOf(input.people, user);
  const startedAt = instantOf(input.at, work.now, user);
  const routing = await openRouting(work, [input.processId]);
  const process = processIn(routing, input.processId);
  refuseByState(routing, process, 'start');
  refuseLongAgo(routing, process, startedAt, work.now);
  refuseByQuantity(routing, process, input.quantity);
  if ((process.deviceMinutes ?? 0) > 0 && process.manMachineRatio === null) {
    throw fail('manMachineRatioMissing', { name: process.name });
  }
  if (input.deviceId !== null) await lockDevice(work, input.deviceId);
  await lockPeople(work, shares, startedAt, process.manMachineRatio);

  const reportId = await begin(work, routing, process, { ...input, startedAt, shares });
  work.log({ entity: 'workReport', id: reportId, action: 'start', after: { ...input, startedAt } });
  return { reportId, startedAt, process: answerOf(process) };
}

/** The numbers of a process after a report, for whoever sent it. */
export const answerOf = (process: RoutingProcess) => ({
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
