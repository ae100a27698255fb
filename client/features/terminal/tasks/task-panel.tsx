import { useState } from 'react';
import type { TaskWork } from '#shared/answers/terminal.ts';
import { reportFormFields } from '#shared/entities/report-form-fields.ts';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import type { IdentifiedPerson } from '../identified-people.ts';
import { ReportQuantitiesWithPad, type QuantityField } from '../numbers/report-numbers.tsx';
import { useQuantities } from '../numbers/use-quantities.ts';
import { keptReports } from '../offline/kept-reports.ts';
import { outbox } from '../outbox.ts';
import { StartTimeChoice } from '../start-time-choice.tsx';
import { useReportCommand } from '../use-report-command.ts';
import { useTaskWork } from './use-task-work.ts';
import './tasks.css';

interface Props {
  worker: IdentifiedPerson;
  onClose: () => void;
}

const MINUTES_FIELDS: readonly QuantityField[] = [{ name: 'minutes', label: 'tookMinutes' }];

function TaskForm({ task, worker, onClose }: Props & { task: TaskWork['tasks'][number] }) {
  const t = useT();
  const { taskId, name } = task;
  const sendReport = useReportCommand({ processId: taskId, partId: taskId }, name, worker);
  keptReports.useValue();
  const busy = outbox.isBusyWith(taskId);
  const [isDone, setIsDone] = useState(false);
  const [minutesAgo, setMinutesAgo] = useState(0);
  const [remark, setRemark] = useState('');
  const quantities = useQuantities(0);
  const { minutes } = quantities;
  const { arranged } = useArrangedFormFields('workReport', reportFormFields);
  const needsRemark = arranged?.some((field) => field.name === 'remark' && field.required) ?? false;
  const buttonText = isDone
    ? t('recordTask', { name, minutes: formatNumber(minutes) })
    : t('startTask', { name });
  const sendTask = () => {
    void sendReport({
      path: isDone ? '/mes/report/task/record' : '/mes/report/task/start',
      fields: {
        taskId,
        source: 'kiosk',
        ...(isDone ? { minutes, ...(needsRemark ? { remark } : {}) } : {}),
      },
      messageTerm: isDone ? 'taskRecorded' : 'taskStarted',
      quantity: 0,
      pressed: buttonText,
      ...(isDone ? {} : { minutesAgo }),
      undo: 'whole',
    });
    onClose();
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
          disabled={
            busy || (isDone && (minutes < 1 || minutes > 1440 || (needsRemark && remark.trim() === '')))
          }
          onClick={sendTask}
        >
          {busy ? t('sending') : buttonText}
        </button>
      </div>
    </>
  );
}

/** Lets a worker choose a task, and starts the work on it or logs work that is done already. */
export function TaskPanel({ worker, onClose }: Props) {
  const t = useT();
  const { tasks } = useTaskWork(worker);
  const [taskId, setTaskId] = useState<number | null>(null);
  const task = tasks.find((candidate) => candidate.taskId === taskId);
  return (
    <section className="report-panel task-panel" aria-label={t('unplannedWork')}>
      <header className="task-panel-head">
        <button type="button" className="floor-button" onClick={onClose}>
          {`‹ ${t('backToStart')}`}
        </button>
        <h2>{t('unplannedWork')}</h2>
      </header>
      <p className="task-panel-hint">{t(tasks.length === 0 ? 'noTasks' : 'chooseTask')}</p>
      <ul className="people-tiles">
        {tasks.map(({ taskId: id, name }) => (
          <li key={id}>
            <button
              type="button"
              className="floor-button"
              aria-pressed={id === taskId}
              onClick={() => setTaskId(id)}
            >
              <strong>{name}</strong>
            </button>
          </li>
        ))}
      </ul>
      {task && <TaskForm key={task.taskId} task={task} worker={worker} onClose={onClose} />}
    </section>
  );
}
