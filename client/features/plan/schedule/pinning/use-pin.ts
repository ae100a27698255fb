import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperationSplit, SplitShare } from '#shared/answers/schedule/operation-split.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { toIso } from '../chart/gantt-view.ts';
import type { PlanBar } from '../make-gantt-model.ts';
import type { PlanNames } from '../plan-names.ts';
import type { PinnedSpan } from './pinned-span.ts';

type ProcessFields = Partial<
  Pick<
    Entity<'process'>,
    | 'deviceId'
    | 'workGroupId'
    | 'appointmentStart'
    | 'appointmentEnd'
    | 'pinned'
    | 'plannedStart'
    | 'plannedEnd'
  >
>;

/** A share that the planner wants. The `id` of a new share is null. */
export type WantedShare = Omit<SplitShare, 'id'> & { readonly id: number | null };

/** A change that can be undone. */
interface PlanChange {
  readonly name: string;
  readonly undo: () => Promise<unknown>;
}

const PROCESS_PATH = entities.process.path;
export const SPLIT_PATH = `${PROCESS_PATH}/split`;
const NO_APPOINTMENT = { appointmentStart: null, appointmentEnd: null };

const readFields = (row: Entity<'process'>): Required<ProcessFields> => ({
  deviceId: row.deviceId,
  workGroupId: row.workGroupId,
  appointmentStart: row.appointmentStart,
  appointmentEnd: row.appointmentEnd,
  pinned: row.pinned,
  plannedStart: row.plannedStart,
  plannedEnd: row.plannedEnd,
});

const readProcess = (id: number) => call<Entity<'process'>>(`${PROCESS_PATH}/get`, { id });
const readSplit = (processId: number) => call<OperationSplit>(`${SPLIT_PATH}/get`, { processId });

/** Changes fields of a process. @returns the fields before the change */
async function saveFields(id: number, fields: ProcessFields): Promise<Required<ProcessFields>> {
  const row = await readProcess(id);
  await send(`${PROCESS_PATH}/save`, { id, version: row.version, ...fields });
  return readFields(row);
}

const saveShares = (processId: number, version: number, shares: readonly WantedShare[]) =>
  send(`${SPLIT_PATH}/save`, { processId, version, shares });

/** Restores the former shares of a process. A share that no longer exists gets a new id. */
async function restoreShares(processId: number, shares: readonly SplitShare[]): Promise<void> {
  const now = await readSplit(processId);
  const ids = new Set(now.shares.map(({ id }) => id));
  const wantedShares = shares.map((share) => ({ ...share, id: ids.has(share.id) ? share.id : null }));
  await saveShares(processId, now.version, wantedShares);
}

/** Changes one share of a split process. @returns all shares before the change */
async function saveShare(
  { processId, task, machine, share }: PlanBar['source'],
  fields: Partial<SplitShare>,
): Promise<readonly SplitShare[]> {
  const { version, shares } = await readSplit(processId);
  const plannedShare = { id: task, deviceId: machine!, quantity: share!.quantity, ...NO_APPOINTMENT };
  // If the share no longer exists, it is sent nevertheless. The server then refuses the call and explains the reason.
  const presentShares = shares.some(({ id }) => id === task) ? shares : [...shares, plannedShare];
  const changedShares = presentShares.map((candidate) =>
    candidate.id === task ? { ...candidate, ...fields } : candidate,
  );
  await saveShares(processId, version, changedShares);
  return shares;
}

/**
 * Returns functions that change the appointments, locks, splits and groups of operations. Each change can be undone.
 */
export function usePin() {
  const t = useT();
  const queryClient = useQueryClient();
  const { busy, runRequest } = useRequestSender();
  const [changes, setChanges] = useState<readonly PlanChange[]>([]);

  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.entity('process') });
  /** @param save writes the change, and returns the function that undoes it */
  const change = (bar: PlanBar, names: PlanNames, message: string, save: () => Promise<PlanChange['undo']>) =>
    runRequest(async () => {
      const undo = await save();
      await refresh();
      setChanges((previousChanges) => [...previousChanges, { name: names.nameTask(bar.task), undo }]);
      showSuccess(message);
    });
  const changeFields = (bar: PlanBar, names: PlanNames, fields: ProcessFields, message: string) =>
    change(bar, names, message, async () => {
      const { processId } = bar.source;
      const before = await saveFields(processId, fields);
      return () => saveFields(processId, before);
    });
  const changeShare = (bar: PlanBar, names: PlanNames, fields: Partial<SplitShare>, message: string) =>
    change(bar, names, message, async () => {
      const before = await saveShare(bar.source, fields);
      return () => restoreShares(bar.source.processId, before);
    });
  return {
    busy,
    /** The changes that can be undone, the oldest first. */
    changes,
    pin: (bar: PlanBar, names: PlanNames, machineId: number | null, span: PinnedSpan) => {
      const times = { appointmentStart: toIso(span.start), appointmentEnd: toIso(span.end) };
      if (bar.source.share)
        return changeShare(
          bar,
          names,
          { ...times, ...(machineId === null ? {} : { deviceId: machineId }) },
          t('operationPinned'),
        );
      const group = machineId === null ? null : (names.machines.get(machineId)?.workGroupId ?? null);
      const place =
        machineId === null ? {} : { deviceId: machineId, ...(group === null ? {} : { workGroupId: group }) };
      return changeFields(bar, names, { ...place, ...times }, t('operationPinned'));
    },
    lock: (bar: PlanBar, names: PlanNames) =>
      changeFields(bar, names, { pinned: true }, t('operationLocked')),
    release: (bar: PlanBar, names: PlanNames) =>
      bar.source.share
        ? change(bar, names, t('operationReleased'), async () => {
            const { processId } = bar.source;
            const fields = await saveFields(processId, { pinned: false });
            const shares = await saveShare(bar.source, NO_APPOINTMENT);
            return async () => {
              await restoreShares(processId, shares);
              await saveFields(processId, { pinned: fields.pinned });
            };
          })
        : changeFields(bar, names, { pinned: false, ...NO_APPOINTMENT }, t('operationReleased')),
    /**
     * Splits an operation over machines, or changes its shares. If `shares` is empty, joins the operation. If the split
     * is no longer `shownSplit`, the server refuses the change.
     */
    split: (bar: PlanBar, names: PlanNames, shownSplit: OperationSplit, shares: readonly WantedShare[]) =>
      change(bar, names, t(shares.length === 0 ? 'operationWasJoined' : 'operationWasSplit'), async () => {
        const { processId } = bar.source;
        const fields = readFields(await readProcess(processId));
        await saveShares(processId, shownSplit.version, shares);
        return async () => {
          await restoreShares(processId, shownSplit.shares);
          // The split has removed the machine and the appointment of the process.
          if (shownSplit.shares.length === 0) await saveFields(processId, fields);
        };
      }),
    /** Moves an operation to another group. The operation loses its machine and its appointment. */
    move: (bar: PlanBar, names: PlanNames, groupId: number) =>
      changeFields(
        bar,
        names,
        { workGroupId: groupId, deviceId: null, ...NO_APPOINTMENT },
        t('operationWasMoved', { group: names.nameGroup(groupId) }),
      ),
    undo: () =>
      runRequest(async () => {
        const lastChange = changes.at(-1);
        if (!lastChange) return;
        await lastChange.undo();
        await refresh();
        setChanges((previousChanges) => previousChanges.slice(0, -1));
        showSuccess(t('pinUndone', { name: lastChange.name }));
      }),
    forget: () => setChanges([]),
  };
}
