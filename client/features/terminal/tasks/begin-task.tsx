import { useState } from 'react';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { ReportQuantitiesWithPad, type QuantityField } from '../numbers/report-numbers.tsx';
import { useQuantities } from '../numbers/use-quantities.ts';
import { StartTimeChoice } from '../start-time-choice.tsx';
import { useIsProcessBusy, useReportCommand } from '../use-report-command.ts';

interface Props {
  /** The name of the work, for the buttons. */
  name: string;
  /** Where the work is done: the names of the part and the order; the name of the task for indirect work. */
  place: string;
  /** The ids under which the outbox queues the report. Both are the id of the part, or both are the id of the task. */
  target: { processId: number; partId: number };
  /** The path of the calls, without their verbs. */
  path: '/mes/report/task' | '/mes/report/extraProcess';
  /** The fields of the report that describe the work. */
  fields: Record<string, unknown>;
  isComplete: boolean;
  worker: IdentifiedPerson;
  /** Called when the outbox has taken the report. */
  onSent: () => void;
}

const MINUTES_FIELDS: readonly QuantityField[] = [{ name: 'minutes', label: 'tookMinutes' }];

/**
 * Starts work that no routing contains. If the work is already done, logs it with its duration in minutes.
 */
export function BeginTaskForm({ name, place, target, path, fields, isComplete, worker, onSent }: Props) {
  const t = useT();
  const sendReport = useReportCommand(target, place, worker);
  const isBusy = useIsProcessBusy(target.processId);
  const [isDone, setIsDone] = useState(false);
  const [minutesAgo, setMinutesAgo] = useState(0);
  const [remark, setRemark] = useState('');
  const quantities = useQuantities(0);
  const { minutes } = quantities;
  const { arrangedFields } = useArrangedFormFields('workReport', reportFormFields);
  const needsRemark = arrangedFields?.some((field) => field.name === 'remark' && field.required) ?? false;
  const buttonText = isDone
    ? t('recordTask', { name, minutes: formatNumber(minutes) })
    : t('startTask', { name });
  const lacksEnd = isDone && (minutes < 1 || minutes > 1440 || (needsRemark && remark.trim() === ''));
  const sendTask = () => {
    void sendReport({
      path: `${path}/${isDone ? 'record' : 'start'}`,
      fields: {
        ...fields,
        source: 'kiosk',
        ...(isDone ? { minutes, ...(needsRemark ? { remark } : {}) } : {}),
      },
      messageTerm: isDone ? 'taskRecorded' : 'taskStarted',
      quantity: 0,
      pressed: buttonText,
      ...(isDone ? {} : { minutesAgo }),
      undo: 'whole',
    });
    onSent();
  };
  return (
    <>
      {isDone ? (
        <ReportQuantitiesWithPad quantities={quantities} fields={MINUTES_FIELDS}>
          {needsRemark && (
            <label className="floor-remark">
              {t('remark')} *
              <input value={remark} maxLength={500} onChange={(event) => setRemark(event.target.value)} />
            </label>
          )}
        </ReportQuantitiesWithPad>
      ) : (
        <StartTimeChoice minutesAgo={minutesAgo} onChange={setMinutesAgo} />
      )}
      <div className="floor-actions">
        <button
          type="button"
          className="floor-button"
          aria-pressed={isDone}
          onClick={() => {
            setIsDone(!isDone);
            quantities.selectQuantity('minutes');
          }}
        >
          {t(isDone ? 'backToStart' : 'recordDone')}
        </button>
        <button
          type="button"
          className="floor-button floor-primary"
          disabled={isBusy || !isComplete || lacksEnd}
          onClick={sendTask}
        >
          {isBusy ? t('sending') : buttonText}
        </button>
      </div>
    </>
  );
}
