import { useState } from 'react';
import { useT } from '#client/kit/words/t.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { BeginTaskForm } from './begin-task.tsx';
import { WaitingExtras } from './waiting-extras.tsx';
import { useTaskWork } from './use-task-work.ts';
import './tasks.css';

interface Props {
  worker: IdentifiedPerson;
  onClose: () => void;
}

/**
 * Lets a worker choose a task or a waiting extra process. The worker then starts the work, or logs work that is already
 * done.
 */
export function TaskPanel({ worker, onClose }: Props) {
  const t = useT();
  const { tasks, waitingExtras } = useTaskWork(worker);
  const [taskId, setTaskId] = useState<number | null>(null);
  const chosenTask = [...tasks, ...waitingExtras].find((candidate) => candidate.taskId === taskId);
  const ownExtras = waitingExtras.filter(({ workGroupId }) => workGroupId === worker.workGroupId);
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
      <WaitingExtras extras={ownExtras} chosenId={taskId} onChoose={setTaskId} />
      <p className="task-panel-hint">{t('scanForExtraProcess')}</p>
      {chosenTask && (
        <BeginTaskForm
          key={chosenTask.taskId}
          name={chosenTask.name}
          place={chosenTask.name}
          target={{ processId: chosenTask.taskId, partId: chosenTask.taskId }}
          path="/mes/report/task"
          fields={{ taskId: chosenTask.taskId }}
          isComplete
          worker={worker}
          onSent={onClose}
        />
      )}
    </section>
  );
}
