import { useState } from 'react';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import { useT } from '#client/kit/words/t.ts';
import { useExtraCrafts } from '#client/production/extra-processes/use-extra-crafts.ts';
import { DeviceChoice } from '../device-choice.tsx';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import { EntityRowButtons } from '../row-buttons.tsx';
import { useTerminalDevices } from '../use-terminal-devices.ts';
import { BeginTaskForm } from './begin-task.tsx';
import { useWaitingExtras } from './use-waiting-extras.ts';
import { WaitingExtras } from './waiting-extras.tsx';
import './tasks.css';

interface Props {
  process: TerminalProcess;
  worker: IdentifiedPerson;
  onSent: () => void;
}

/** The maximum number of crafts that are shown as buttons. A search by name finds the other crafts. */
const MAX_SHOWN_CRAFTS = 12;
const MAX_REASON_LENGTH = 200;

/** Adds an extra process to the part of the scanned card and starts it, or continues one that is unfinished. */
export function ExtraProcessPanel({ process, worker, onSent }: Props) {
  const t = useT();
  const { partId, partName } = process;
  const workGroupId = worker.workGroupId ?? process.workGroupId;
  const crafts = useExtraCrafts(workGroupId, worker.token);
  const waitingExtras = useWaitingExtras(partId, worker);
  const [continuedId, setContinuedId] = useState<number | null>(null);
  const [craftId, setCraftId] = useState<number | null>(null);
  const [craftSearch, setCraftSearch] = useState('');
  const [reasonId, setReasonId] = useState<number | null | undefined>(undefined);
  const [reason, setReason] = useState('');
  const [deviceId, setDeviceId] = useState<number | null>(null);
  const devices = useTerminalDevices(workGroupId, worker.token) ?? [];
  const mayAdd = worker.permissions.includes('TASK_REPORT_EXTRA');
  const continuedProcess = waitingExtras.find(({ taskId }) => taskId === continuedId);
  const craft = crafts.find(({ id }) => id === craftId);
  const foundCrafts = crafts.filter(({ name }) =>
    name.toLowerCase().includes(craftSearch.trim().toLowerCase()),
  );
  const shownCrafts = foundCrafts.slice(0, MAX_SHOWN_CRAFTS);
  if (craft && !shownCrafts.includes(craft)) shownCrafts.unshift(craft);
  const isReasonChosen = typeof reasonId === 'number';
  const hasReason = isReasonChosen || reason.trim() !== '';
  return (
    <div className="report-panel">
      <WaitingExtras
        extras={waitingExtras.map(({ craftName, ...extra }) => ({ ...extra, name: craftName }))}
        chosenId={continuedId}
        onChoose={(taskId) => setContinuedId(taskId === continuedId ? null : taskId)}
      />
      {mayAdd && !continuedProcess && (
        <>
          <fieldset className="floor-choices">
            <legend>{t('craft')}</legend>
            {shownCrafts.map(({ id, name }) => (
              <button key={id} type="button" aria-pressed={id === craftId} onClick={() => setCraftId(id)}>
                {name}
              </button>
            ))}
            {crafts.length > MAX_SHOWN_CRAFTS && (
              <input
                className="floor-find"
                value={craftSearch}
                placeholder={t('findCraft')}
                aria-label={t('findCraft')}
                onChange={(event) => setCraftSearch(event.target.value)}
              />
            )}
          </fieldset>
          <EntityRowButtons
            title="reason"
            entity="classification"
            filter={{ classId: 'extraProcessReason' }}
            noneLabel="otherReason"
            value={reasonId}
            workerToken={worker.token}
            onChange={setReasonId}
          />
          {!isReasonChosen && (
            <label className="floor-remark">
              {t('reasonInWords')}
              <input
                value={reason}
                maxLength={MAX_REASON_LENGTH}
                onChange={(event) => setReason(event.target.value)}
              />
            </label>
          )}
        </>
      )}
      {(mayAdd || continuedProcess) && (
        <>
          <DeviceChoice devices={devices} value={deviceId} onChange={setDeviceId} />
          <BeginTaskForm
            key={continuedId}
            name={continuedProcess?.craftName ?? craft?.name ?? t('extraProcess')}
            place={partName}
            target={{ processId: partId, partId }}
            path={continuedProcess ? '/mes/report/task' : '/mes/report/extraProcess'}
            fields={{
              ...(continuedProcess
                ? { taskId: continuedProcess.taskId }
                : {
                    partId,
                    craftId,
                    workGroupId,
                    reasonId: reasonId ?? null,
                    reason: isReasonChosen ? '' : reason.trim(),
                  }),
              deviceId,
            }}
            isComplete={continuedProcess !== undefined || (craft !== undefined && hasReason)}
            worker={worker}
            onSent={onSent}
          />
        </>
      )}
    </div>
  );
}
