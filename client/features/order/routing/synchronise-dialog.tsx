import { Button, Checkbox, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import type { SyncCandidate } from '#shared/answers/routing/synchronised.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { reloadDataChangedByReport } from '#client/production/reporting/use-report.ts';

interface Props {
  process: ProcessProgress;
  onClose: () => void;
}

const { path } = entities.process;

/** Chooses open processes of the same craft in other parts, and synchronises them with a process. */
export function SynchroniseDialog({ process, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const { runRequest, busy } = useRequestSender();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const { processId } = process;
  const { data: candidates } = useQuery({
    queryKey: queryKeys.entity('process', 'sync/candidates', { processId }),
    queryFn: ({ signal }) => call<SyncCandidate[]>(`${path}/sync/candidates`, { processId }, { signal }),
  });
  const toggleProcess = (id: number) => {
    const next = new Set(chosenIds);
    if (!next.delete(id)) next.add(id);
    setChosenIds(next);
  };
  const synchroniseProcesses = async () => {
    const isDone = await runRequest(() => send(`${path}/sync/join`, { processId, otherIds: [...chosenIds] }));
    void reloadDataChangedByReport(client);
    if (!isDone) return;
    showSuccess(t('synchronisedNow', { count: chosenIds.size }));
    onClose();
  };
  return (
    <Dialog isOpen title={t('synchroniseProcess')} className="sync-dialog" onClose={onClose}>
      <DialogBody>
        <p>{t('synchroniseAbout', { name: process.name })}</p>
        {candidates?.length === 0 && <p className="routing-empty">{t('nothingToSynchronise')}</p>}
        {candidates && candidates.length > 0 && (
          <table className="plain-table">
            <TableHead
              heads={[
                { words: t('chooseProcess'), hidden: true },
                t('workOrder'),
                t('part'),
                t('process'),
                t('processState'),
                { words: t('plannedQuantity'), className: 'figure' },
                t('where'),
                t('plannedStart'),
                t('syncKey'),
              ]}
            />
            <tbody>
              {candidates.map((row) => (
                <tr key={row.processId}>
                  <td>
                    <Checkbox
                      checked={row.isSynchronised || chosenIds.has(row.processId)}
                      disabled={row.isSynchronised}
                      aria-label={`${row.orderCode} ${row.partName} ${row.name}`}
                      onChange={() => toggleProcess(row.processId)}
                    />
                  </td>
                  <td>{row.orderCode}</td>
                  <td>{row.partName}</td>
                  <td>
                    {row.seq} {row.name}
                  </td>
                  <td>
                    <StateMark state={row.state} />
                  </td>
                  <td className="figure">{formatNumber(row.plannedQuantity ?? 0)}</td>
                  <td>{[row.workGroupName, row.deviceName].filter(Boolean).join(' · ') || '—'}</td>
                  <td>{row.plannedStart ?? '—'}</td>
                  <td>{row.syncKey ?? '—'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('cancel')} onClick={onClose} />
            <Button
              intent="primary"
              text={t('synchroniseCount', { count: chosenIds.size })}
              disabled={chosenIds.size === 0 || busy}
              onClick={() => void synchroniseProcesses()}
            />
          </>
        }
      />
    </Dialog>
  );
}
