import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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

/** A change that can be undone: the process and what its fields were. */
interface PinChange {
  readonly processId: number;
  readonly name: string;
  readonly before: ProcessFields;
}

const PROCESS_PATH = entities.process.path;

const readFields = (row: Entity<'process'>): Required<ProcessFields> => ({
  deviceId: row.deviceId,
  workGroupId: row.workGroupId,
  appointmentStart: row.appointmentStart,
  appointmentEnd: row.appointmentEnd,
  pinned: row.pinned,
  plannedStart: row.plannedStart,
  plannedEnd: row.plannedEnd,
});

/** Pins operations: gives them an appointment, locks them, releases them, and undoes that. */
export function usePin() {
  const t = useT();
  const queryClient = useQueryClient();
  const { busy, runRequest } = useRequestSender();
  const [changes, setChanges] = useState<readonly PinChange[]>([]);

  const save = async (processId: number, fields: ProcessFields): Promise<ProcessFields> => {
    const row = await call<Entity<'process'>>(`${PROCESS_PATH}/get`, { id: processId });
    await send(`${PROCESS_PATH}/save`, { id: processId, version: row.version, ...fields });
    await queryClient.invalidateQueries({ queryKey: queryKeys.entity('process') });
    return readFields(row);
  };
  const change = (bar: PlanBar, names: PlanNames, fields: ProcessFields, message: string) =>
    runRequest(async () => {
      const before = await save(bar.task, fields);
      const name = names.nameTask(bar.task);
      setChanges((earlier) => [...earlier, { processId: bar.task, name, before }]);
      showSuccess(message);
    });
  return {
    busy,
    /** The changes that can be undone, the oldest first. */
    changes,
    pin: (bar: PlanBar, names: PlanNames, machineId: number | null, span: PinnedSpan) => {
      const group = machineId === null ? null : (names.machines.get(machineId)?.workGroupId ?? null);
      const place =
        machineId === null ? {} : { deviceId: machineId, ...(group === null ? {} : { workGroupId: group }) };
      const times = { appointmentStart: toIso(span.start), appointmentEnd: toIso(span.end) };
      return change(bar, names, { ...place, ...times }, t('operationPinned'));
    },
    lock: (bar: PlanBar, names: PlanNames) => change(bar, names, { pinned: true }, t('operationLocked')),
    release: (bar: PlanBar, names: PlanNames) =>
      change(
        bar,
        names,
        { pinned: false, appointmentStart: null, appointmentEnd: null },
        t('operationReleased'),
      ),
    undo: () =>
      runRequest(async () => {
        const last = changes.at(-1);
        if (!last) return;
        await save(last.processId, last.before);
        setChanges((earlier) => earlier.slice(0, -1));
        showSuccess(t('pinUndone', { name: last.name }));
      }),
    forget: () => setChanges([]),
  };
}
