import { makeError } from '#shared/kernel/errors.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import { markAsTerm } from '#shared/terms/error-message.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { makeReferenceMissingError } from '../../call/field-refusals.ts';
import type { Transaction } from '../../db/transaction.ts';
import { loadBatchContents, type BatchContent } from './batch.ts';
import type { StartReportInput } from './open-report.ts';
import { lockWorkforce, type Workforce } from './people.ts';
import type { ReportChunk } from './report-chunk.ts';
import { findReportedGroup, listTeams } from './report-way.ts';

/** A request to start work, after its time and device have been determined. */
export type PreparedStart = StartReportInput & { startedAt: string; endedAt: string | null };

interface UsableDevice {
  id: number;
  name: string;
  status: TermKey;
}

/**
 * Locks devices until the transaction ends.
 * @returns the existing devices by id
 */
export async function lockDevices(
  tx: Transaction,
  ids: readonly number[],
): Promise<Map<number, UsableDevice>> {
  if (ids.length === 0) return new Map();
  const devices = await tx.db
    .selectFrom('device')
    .select(['id', 'name', 'status'])
    .where('factoryId', '=', tx.factoryId)
    .where('id', 'in', [...new Set(ids)])
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  return new Map(devices.map((device) => [device.id, device]));
}

/** Refuses a missing device, and one whose status is not normal. @throws referenceMissing, deviceNotNormal */
export function refuseUnusableDevice(device: UsableDevice | undefined): void {
  if (!device) throw makeReferenceMissingError('deviceId', 'device');
  if (device.status === 'normal') return;
  throw makeError(
    'deviceNotNormal',
    { name: device.name, status: markAsTerm(device.status) },
    { deviceId: { reason: 'notAChoice' } },
  );
}

/** All data, except the routing, that decides whether work can start. */
export interface StartResources {
  devices: ReadonlyMap<number, UsableDevice>;
  /** The people of the work groups that report together, by the id of the group. */
  teams: ReadonlyMap<number, readonly number[]>;
  workforce: Workforce;
  batches: Map<string, BatchContent>;
}

/** Locks and loads the data that decides whether the requested work can start: devices first, then people. */
export async function lockStartResources(
  { tx, routing }: ReportChunk,
  user: CurrentUser,
  starts: readonly PreparedStart[],
): Promise<StartResources> {
  const processById = new Map(routing.processes.map((process) => [process.id, process]));
  const groupIds = starts.flatMap(({ processId, people }) => {
    const process = processById.get(processId);
    return (process && findReportedGroup(process, people)) ?? [];
  });
  const teams = await listTeams(tx, user, [...new Set(groupIds)]);
  const devices = await lockDevices(
    tx,
    starts.flatMap(({ deviceId }) => deviceId ?? []),
  );
  const employeeIds = starts.flatMap(({ people }) =>
    people.length > 0 ? people.map(({ employeeId }) => employeeId) : (user.employeeId ?? []),
  );
  const [firstStart] = starts.map(({ startedAt }) => startedAt).sort();
  const batchIds = new Set(starts.map(({ batchId }) => batchId ?? null));
  const commonBatchId = batchIds.size === 1 ? (starts[0]?.batchId ?? null) : null;
  const workforce = await lockWorkforce(
    tx,
    [...employeeIds, ...[...teams.values()].flat()],
    firstStart ?? tx.now,
    commonBatchId,
  );
  const batches = await loadBatchContents(
    tx,
    [...batchIds].filter((id) => id !== null),
  );
  return { teams, devices, workforce, batches };
}
