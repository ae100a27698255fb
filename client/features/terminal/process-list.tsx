import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { call } from '#client/kit/wire/call.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { RunningClock } from '#client/production/running-clock.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { IdentifiedPerson } from './identified-people.ts';
import './process-list.css';

/** The entities whose changes affect the lists of processes. */
const WATCHED_ENTITIES = ['process', 'workReport', 'workOrder', 'part', 'card'];

interface Props {
  worker: IdentifiedPerson | null;
  workGroupId: number | null;
  chosenProcessId: number | null;
  onChoose: (process: QueuedProcess) => void;
}

function useQueuedProcesses(path: string, fields: object, worker: IdentifiedPerson | null, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.entity('process', path, { ...fields, who: worker?.employeeId ?? null }),
    queryFn: ({ signal }) =>
      call<QueuedProcess[]>(path, { ...fields }, { signal, workerToken: worker?.token }),
    enabled,
    meta: { watches: WATCHED_ENTITIES },
  });
}

/**
 * Lists the running processes of a worker and the queue of the work group. A touch opens a process.
 */
export function ProcessList({ worker, workGroupId, chosenProcessId, onChoose }: Props) {
  const t = useT();
  const ownQuery = useQueuedProcesses('/mes/floor/mine', {}, worker, worker !== null);
  const queueQuery = useQueuedProcesses('/mes/floor/queue', { workGroupId }, worker, true);
  const [pickedTab, setPickedTab] = useState<'mine' | 'queue' | null>(null);
  const runningProcesses = ownQuery.data ?? [];
  const tab = pickedTab ?? (runningProcesses.length > 0 ? 'mine' : 'queue');
  const rows = tab === 'mine' ? runningProcesses : (queueQuery.data ?? []);
  const isLoading = tab === 'mine' ? ownQuery.isPending && worker !== null : queueQuery.isPending;
  return (
    <section className="process-list">
      <div className="floor-tabs" role="group">
        <button type="button" aria-pressed={tab === 'mine'} onClick={() => setPickedTab('mine')}>
          {t('myWork')} <b>{runningProcesses.length}</b>
        </button>
        <button type="button" aria-pressed={tab === 'queue'} onClick={() => setPickedTab('queue')}>
          {t('groupQueue')} <b>{queueQuery.data?.length ?? ''}</b>
        </button>
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.processId}>
            <button
              type="button"
              className="process-row"
              aria-pressed={row.processId === chosenProcessId}
              onClick={() => onChoose(row)}
            >
              <span className="process-row-head">
                <strong>{row.name}</strong>
                {tab === 'mine' && row.open[0] ? (
                  <RunningClock since={row.open[0].startedAt} />
                ) : (
                  <span className="process-row-number">{formatNumber(row.next.quantity)}</span>
                )}
              </span>
              <span className="process-row-part">{row.partName}</span>
              <span className="process-row-foot">
                <span>{row.cardCode}</span>
                <StateMark state={row.state} />
                {row.dueDate && <span>{row.dueDate.slice(5)}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!isLoading && rows.length === 0 && (
        <p className="floor-empty">{t(tab === 'mine' ? 'nothingOpen' : 'queueEmpty')}</p>
      )}
    </section>
  );
}
