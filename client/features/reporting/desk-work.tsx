import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { QueuedProcess } from '#shared/answers/terminal.ts';
import { entities } from '#shared/entities/index.ts';
import type { OpenReport } from '#shared/ledger/process-progress.ts';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { toSavePayload } from '#client/crud/edit/form-values.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { CloseReportDialog } from '#client/production/reporting/close-report-dialog.tsx';
import { findProcessActions, mayCloseReport } from '#client/production/reporting/process-actions.ts';
import { ReceiveDialog } from '#client/production/reporting/receive-dialog.tsx';
import { StartWorkDialog } from '#client/production/reporting/start-dialog.tsx';
import { RunningClock } from '#client/production/running-clock.tsx';

const WATCHED_ENTITIES = ['process', 'workReport', 'workOrder', 'part', 'card'];
/** Whose work the page shows: the user's own, that of the user's work group, or everybody's. */
const SCOPES = ['workOfMine', 'workOfGroup', 'workOfEverybody'] as const;
type Scope = (typeof SCOPES)[number];
const SCOPE_STORAGE_KEY = 'deskWork.scope';
const parseScope = (stored: unknown): Scope => SCOPES.find((scope) => scope === stored) ?? 'workOfMine';

type DeskAction =
  | { act: 'start' | 'receive'; process: QueuedProcess }
  | { act: 'finish' | 'unfinished'; process: QueuedProcess; openReport: OpenReport };

function useProcesses(path: string, fields: Record<string, unknown>) {
  return useQuery({
    queryKey: queryKeys.entity('process', path, fields),
    queryFn: ({ signal }) => call<QueuedProcess[]>(path, fields, { signal }),
    meta: { watches: WATCHED_ENTITIES },
  });
}

/** The columns that running work and work to do have in common: the process, its part and its order. */
function ProcessCells({ process }: { process: QueuedProcess }) {
  return (
    <>
      <th scope="row">
        {process.seq} {process.name}
      </th>
      <td>
        {process.partName}{' '}
        <Link to={`/order/${process.orderId}?part=${process.partId}`}>{process.orderCode}</Link>
      </td>
      <td>
        <StateMark state={process.state} />
      </td>
    </>
  );
}

interface TableProps {
  title: string;
  headings: readonly string[];
  emptyText: string;
  rows: readonly QueuedProcess[] | undefined;
  renderRows: (process: QueuedProcess) => ReactNode;
}

function WorkTable({ title, headings, emptyText, rows, renderRows }: TableProps) {
  const t = useT();
  return (
    <section className="desk-work" aria-label={title}>
      <h2>
        {title} <span className="page-count">{rows?.length ?? ''}</span>
      </h2>
      {rows?.length === 0 ? (
        <p className="desk-empty">{emptyText}</p>
      ) : (
        <table className="plain-table" aria-label={title}>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>{rows?.map(renderRows)}</tbody>
        </table>
      )}
    </section>
  );
}

/** Lists what runs now and what can be done next, and lets the user report both. */
export function DeskWork() {
  const t = useT();
  const user = useUser();
  const [scope, setScope] = useState(() => parseScope(browserStorage.forBrowser.get(SCOPE_STORAGE_KEY)));
  const [action, setAction] = useState<DeskAction | null>(null);
  const columns = useCustomColumns(entities.workReport);
  const everybody = scope === 'workOfEverybody';
  const running = useProcesses(
    scope === 'workOfMine' ? '/mes/floor/mine' : '/mes/floor/running',
    scope === 'workOfMine' ? {} : { everybody },
  );
  const queue = useProcesses('/mes/floor/queue', { everybody });
  const close = () => setAction(null);
  const labelAction = (verb: string, process: QueuedProcess, people = '') =>
    t('actOf', { what: verb, name: [process.name, process.partName, people].filter(Boolean).join(' · ') });
  const renderRunning = (process: QueuedProcess) =>
    process.open.map((openReport) => {
      const people = joinWords(openReport.people.map(({ name }) => name));
      return (
        <tr key={openReport.reportId}>
          <ProcessCells process={process} />
          <td>{people}</td>
          <td>{openReport.deviceName ?? '—'}</td>
          <td className="figure">{formatNumber(openReport.started)}</td>
          <td>
            <RunningClock since={openReport.startedAt} />
          </td>
          <td>
            <div className="desk-row-actions">
              {(['finish', 'unfinished'] as const)
                .filter((act) => mayCloseReport(process, openReport, act, user))
                .map((act) => {
                  const verb = t(act === 'finish' ? 'finish' : 'stopUnfinished');
                  return (
                    <Button
                      key={act}
                      size="small"
                      intent={act === 'finish' ? 'primary' : 'none'}
                      text={verb}
                      aria-label={labelAction(verb, process, people)}
                      onClick={() => setAction({ act, process, openReport })}
                    />
                  );
                })}
            </div>
          </td>
        </tr>
      );
    });
  const renderQueued = (process: QueuedProcess) => {
    const allowed = findProcessActions(process, user);
    return (
      <tr key={process.processId}>
        <ProcessCells process={process} />
        <td>{process.workGroupName ?? '—'}</td>
        <td>{process.dueDate ?? '—'}</td>
        <td className="figure">{formatNumber(process.next.quantity)}</td>
        <td>
          <div className="desk-row-actions">
            {(['start', 'receive'] as const)
              .filter((act) => allowed[act])
              .map((act) => (
                <Button
                  key={act}
                  size="small"
                  intent={process.next.step === act ? 'primary' : 'none'}
                  text={t(act)}
                  aria-label={labelAction(t(act), process)}
                  onClick={() => setAction({ act, process })}
                />
              ))}
          </div>
        </td>
      </tr>
    );
  };
  const commonHeadings = [t('process'), t('part'), t('processState')];
  return (
    <>
      <div className="desk-scope">
        <ChoiceSwitch
          label={t('whoseWork')}
          choices={SCOPES}
          value={scope}
          onChange={(next) => {
            setScope(next);
            browserStorage.forBrowser.set(SCOPE_STORAGE_KEY, next);
          }}
        />
      </div>
      <WorkTable
        title={t('runningWork')}
        headings={[...commonHeadings, t('people'), t('device'), t('quantity'), t('duration')]}
        emptyText={t('nothingRuns')}
        rows={running.data}
        renderRows={renderRunning}
      />
      <WorkTable
        title={t('workToDo')}
        headings={[...commonHeadings, t('workGroup'), t('dueDate'), t('quantity')]}
        emptyText={t('nothingToDo')}
        rows={queue.data}
        renderRows={renderQueued}
      />
      {action?.act === 'start' && <StartWorkDialog process={action.process} onClose={close} />}
      {action?.act === 'receive' && <ReceiveDialog process={action.process} onClose={close} />}
      {(action?.act === 'finish' || action?.act === 'unfinished') && (
        <CloseReportDialog
          process={action.process}
          openReport={action.openReport}
          kind={action.act}
          customColumns={columns.isLoading ? null : columns.customs}
          toPayload={toSavePayload}
          onClose={close}
        />
      )}
    </>
  );
}
