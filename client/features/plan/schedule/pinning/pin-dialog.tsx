import { useEffect, useMemo } from 'react';
import { moment, text } from '#shared/kernel/fields.ts';
import { HTMLSelect } from '@blueprintjs/core';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { toIso, toMinutes } from '../chart/gantt-view.ts';
import type { PlanBar } from '../make-gantt-model.ts';
import { computePinnedSpan, type PinnedSpan } from './pinned-span.ts';
import type { PlanNames } from '../plan-names.ts';
import { PinOutcome } from './pin-outcome.tsx';
import type { Ripple, TriedPin } from './ripple.ts';

interface Props {
  bar: PlanBar;
  names: PlanNames;
  bars: readonly PlanBar[];
  /** Where a drag has dropped the operation; absent if a button opened the dialog. */
  target?: { machineId: number | null; start: number } | undefined;
  isBusy: boolean;
  ripple: Ripple | null;
  tryPin: (pin: TriedPin) => void;
  onPin: (machineId: number | null, span: PinnedSpan) => void;
  onClose: () => void;
}

const PIN_FIELDS = {
  machine: text({ max: 20, label: 'device' }),
  start: moment({ required: true, label: 'appointmentStart' }),
} as const;
const PIN_FORM = { fields: PIN_FIELDS };

/** Gives an operation an appointment on a machine. The dialog shows when the operation would end, and the conflicts. */
export function PinDialog({ bar, names, bars, target, isBusy, ripple, tryPin, onPin, onClose }: Props) {
  const t = useT();
  const initialMachine = target ? target.machineId : bar.machine;
  const form = useForm(PIN_FIELDS, {
    machine: initialMachine === null ? '' : String(initialMachine),
    start: toIso(target?.start ?? bar.start),
  });
  const machines = useMemo(() => {
    // The machines of the operation's own group come first.
    const rank = (groupId: number | null): number => (groupId === bar.group ? 0 : 1);
    return names.plan.machines.toSorted(
      (a, b) =>
        rank(a.workGroupId) - rank(b.workGroupId) ||
        a.code.localeCompare(b.code, undefined, { numeric: true }),
    );
  }, [names, bar]);
  const chosenMachine = String(form.values['machine'] ?? '');
  const machineId = chosenMachine === '' ? null : Number(chosenMachine);
  const startText = form.values['start'];
  const startMinutes = typeof startText === 'string' ? toMinutes(startText) : Number.NaN;
  const span = Number.isNaN(startMinutes) ? null : computePinnedSpan(names, bar, machineId, startMinutes);
  const [start, end] = [span?.start, span?.end];
  useEffect(() => {
    if (start !== undefined && end !== undefined) tryPin({ task: bar.task, machine: machineId, start, end });
  }, [bar.task, machineId, start, end, tryPin]);
  const submit = (): void => {
    if (form.check() && span) onPin(machineId, span);
  };
  return (
    <FormDialog
      title={t('pinOperation')}
      subject={names.nameTask(bar.task)}
      form={form}
      busy={isBusy}
      submitText={t('pinSubmit')}
      onSubmit={submit}
      onClose={onClose}
    >
      <label className="pin-machine">
        <span>{t('device')}</span>
        <HTMLSelect
          fill
          value={chosenMachine}
          options={[
            ...(bar.machine === null ? [{ value: '', label: t('withoutMachine') }] : []),
            ...machines.map(({ id, code, name, workGroupId }) => ({
              value: String(id),
              label: [code, name, names.nameGroup(workGroupId)].filter(Boolean).join(' · '),
            })),
          ]}
          onChange={(event) => form.set('machine', event.target.value)}
        />
      </label>
      <Field of={PIN_FORM} name="start" />
      <div className="field-across pin-outcome" role="status">
        {span && (
          <PinOutcome bar={bar} names={names} bars={bars} machineId={machineId} span={span} ripple={ripple} />
        )}
      </div>
    </FormDialog>
  );
}
