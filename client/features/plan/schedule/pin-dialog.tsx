import { useMemo } from 'react';
import { moment, text } from '#shared/kernel/fields.ts';
import { HTMLSelect } from '@blueprintjs/core';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { toIso, toMinutes } from './chart/gantt-view.ts';
import type { PlanBar } from './make-gantt-model.ts';
import { computePinnedSpan, listOverlaps, type PinnedSpan } from './pinned-span.ts';
import type { PlanNames } from './plan-names.ts';
import { formatMinutes, formatSpan } from './plan-words.ts';

interface Props {
  bar: PlanBar;
  names: PlanNames;
  bars: readonly PlanBar[];
  /** Where a drag has put it; absent if the dialog was opened by a button. */
  target?: { machineId: number | null; start: number } | undefined;
  isBusy: boolean;
  onPin: (machineId: number | null, span: PinnedSpan) => void;
  onClose: () => void;
}

const PIN_FIELDS = {
  machine: text({ max: 20, label: 'device' }),
  start: moment({ required: true, label: 'appointmentStart' }),
} as const;
const PIN_FORM = { fields: PIN_FIELDS };
const MOST_OVERLAPS = 5;

/** Gives an operation an appointment on a machine. The dialog says until when it takes, and what is in the way. */
export function PinDialog({ bar, names, bars, target, isBusy, onPin, onClose }: Props) {
  const t = useT();
  const zone = useTimeZone();
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
  const chosen = String(form.values['machine'] ?? '');
  const machineId = chosen === '' ? null : Number(chosen);
  const startText = form.values['start'];
  const startMinutes = typeof startText === 'string' ? toMinutes(startText) : Number.NaN;
  const span = Number.isNaN(startMinutes) ? null : computePinnedSpan(names, bar, machineId, startMinutes);
  const overlaps = span ? listOverlaps(bars, bar.task, machineId, span) : [];
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
          value={chosen}
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
          <p>
            {formatSpan(span.start, span.end, zone)} ({formatMinutes(span.end - span.start)})
          </p>
        )}
        {span?.isClosed && <p className="bar-conflict">■ {t('conflict.closed')}</p>}
        {overlaps.slice(0, MOST_OVERLAPS).map((other) => (
          <p key={other.task} className="bar-late">
            ◆ {t('reasonWithName', { reason: t('conflict.overlap'), name: names.nameTask(other.task) })}
          </p>
        ))}
      </div>
    </FormDialog>
  );
}
