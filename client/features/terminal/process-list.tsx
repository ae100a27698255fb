import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import type { QueueTurn } from '#shared/planning/daily-plan/released-queue.ts';
import { call } from '#client/kit/wire/call.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { RunningClock } from '#client/production/running-clock.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { OutsourcedMark } from '#client/production/outsourced-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { IdentifiedPerson } from './people/identified-people.ts';
import {
  endsSetup,
  findOwnReport,
  findSynchronised,
  fitsBatch,
  toggleProcess,
} from '#client/production/reporting/batch-choice.ts';
import { findOwnWork } from './offline/apply-queued-reports.ts';
import { useAppliedReports } from './offline/use-applied-reports.ts';
import './process-list.css';

const TURN_SHAPES: Readonly<Record<QueueTurn, string>> = {
  nextTurn: '▶',
  afterNextTurn: '▷',
  laterTurn: '·',
};

/** The entities whose changes affect the lists of processes. */
const WATCHED_ENTITIES = ['process', 'workReport', 'workOrder', 'part', 'card'];

interface Props {
  worker: IdentifiedPerson | null;
  workGroupId: number | null;
  chosenProcessId: number | null;
  onChoose: (process: QueuedProcess) => void;
  /** The processes that are chosen for one batch; null while a touch opens a process. */
  batch: readonly QueuedProcess[] | null;
  onBatch: (chosenProcesses: readonly QueuedProcess[] | null) => void;
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

/** Shows whether a process is the next, the one after the next, or a later process of the released plan. */
function TurnMark({ turn }: { turn: QueueTurn }) {
  const t = useT();
  return (
    <span className={`process-row-turn process-row-${turn}`}>
      <span aria-hidden="true">{TURN_SHAPES[turn]}</span> {t(turn)}
    </span>
  );
}

/** A row that can be chosen for a batch, with the worker's own running report. */
interface Candidate {
  readonly process: QueuedProcess;
  readonly ownReport: OpenReport | undefined;
}

interface SynchronisedButtonProps {
  candidate: Candidate;
  candidates: readonly Candidate[];
  onBatch: (chosenProcesses: readonly QueuedProcess[]) => void;
}

/** A button that chooses a process together with its synchronised processes. Shows nothing if there are none. */
function SynchronisedButton({ candidate, candidates, onBatch }: SynchronisedButtonProps) {
  const row = candidate.process;
  const t = useT();
  const synchronisedProcesses = findSynchronised(candidate, candidates).map(({ process }) => process);
  if (synchronisedProcesses.length === 0) return null;
  const text = t('alsoSynchronised', { count: synchronisedProcesses.length });
  return (
    <button
      type="button"
      className="process-row-synchronised"
      aria-label={t('actOf', { what: text, name: `${row.partName} ${row.cardCode}` })}
      onClick={() => onBatch([row, ...synchronisedProcesses])}
    >
      {text}
    </button>
  );
}

/**
 * Lists the running processes of a worker and the queue of the work group. A touch opens a process, or chooses it for
 * a batch.
 */
export function ProcessList({ worker, workGroupId, chosenProcessId, onChoose, batch, onBatch }: Props) {
  const t = useT();
  const ownQuery = useQueuedProcesses('/mes/floor/mine', {}, worker, worker !== null);
  const queueQuery = useQueuedProcesses('/mes/floor/queue', { workGroupId }, worker, true);
  const [pickedTab, setPickedTab] = useState<'mine' | 'queue' | null>(null);
  const employeeId = worker?.employeeId ?? null;
  const { areReportsApplied, applyReports } = useAppliedReports(employeeId);
  const queue = applyReports(queueQuery.data ?? []);
  const ownProcesses = applyReports(ownQuery.data ?? []);
  const runningProcesses = areReportsApplied ? findOwnWork(ownProcesses, queue, employeeId) : ownProcesses;
  const queueLength = queue.length;
  const tab = pickedTab ?? (runningProcesses.length > 0 ? 'mine' : 'queue');
  const rows = tab === 'mine' ? runningProcesses : queue;
  const isChosen = (row: QueuedProcess) =>
    batch?.some(({ processId }) => processId === row.processId) ?? false;
  // A chosen process may have changed, so `fitsBatch` gets its current state.
  const makeCandidate = (process: QueuedProcess): Candidate => ({
    process,
    ownReport: findOwnReport(process, employeeId),
  });
  const chosenRows = batch?.map((chosenProcess) =>
    makeCandidate(rows.find((row) => row.processId === chosenProcess.processId) ?? chosenProcess),
  );
  const candidates = rows.map(makeCandidate);
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
        {worker && (batch !== null || Math.max(runningProcesses.length, queueLength) > 1) && (
          <button type="button" aria-pressed={batch !== null} onClick={() => onBatch(batch ? null : [])}>
            {t('reportSeveral')}
          </button>
        )}
      </div>
      <ul>
        {candidates.map((candidate) => {
          const row = candidate.process;
          return (
            <li key={row.processId}>
              <button
                type="button"
                className="process-row"
                aria-pressed={batch ? isChosen(row) : row.processId === chosenProcessId}
                disabled={chosenRows !== undefined && !isChosen(row) && !fitsBatch(candidate, chosenRows)}
                onClick={() => (batch ? onBatch(toggleProcess(batch, row)) : onChoose(row))}
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
                  {row.turn && row.open.length === 0 && <TurnMark turn={row.turn} />}
                  <span>{row.cardCode}</span>
                  {row.shares && (
                    <span>
                      {row.shares
                        .map(({ deviceName, quantity }) => `${deviceName} ${formatNumber(quantity)}`)
                        .join(' · ')}
                    </span>
                  )}
                  {row.next.step === 'rework' && <strong>{t('rework')}</strong>}
                  <StateMark state={row.state} /> <OutsourcedMark quantity={row.outsourced} />
                  {row.dueDate && <span>{row.dueDate.slice(5)}</span>}
                  {batch && endsSetup(candidate) && <span>{t('setupEndsAlone')}</span>}
                </span>
              </button>
              {worker && !batch && (
                <SynchronisedButton candidate={candidate} candidates={candidates} onBatch={onBatch} />
              )}
            </li>
          );
        })}
      </ul>
      {!isLoading && rows.length === 0 && (
        <p className="floor-empty">{t(tab === 'mine' ? 'nothingOpen' : 'queueEmpty')}</p>
      )}
    </section>
  );
}
