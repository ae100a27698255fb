import { Button } from '@blueprintjs/core';
import { DuplicateIcon, GitRepoIcon, PlusIcon, PrintIcon, SavedIcon, ThIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { useArrangedTableColumns } from '#client/crud/columns/use-arranged-table.ts';
import type { AnyRow } from '#client/crud/row.ts';
import {
  OMITTED_PROCESS_COLUMNS,
  ProcessTable,
  type TableProcess,
} from '#client/production/process-table/process-table.tsx';
import { send } from '#client/kit/wire/call.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { hasOrderEnded } from '#shared/machines/work-order.ts';
import { CopyRoutingDialog } from './copy-routing-dialog.tsx';
import { computeNextSeq } from '#shared/rules/next-seq.ts';
import { TableViewTools } from '../table-view-tools.tsx';
import { loadPartProcesses } from '../use-order.ts';
import { useTableView } from '../use-table-view.ts';
import { StandardRoutingDialog } from './standard-routing-dialog.tsx';
import { PrintCardsDialog } from '../printing/print-cards-dialog.tsx';
import { findLastValidReport, type ReportHistoryRow } from '../reporting/history-rows.ts';
import { CustomColumnValues } from '../custom-column-values.tsx';
import { RoutingGridDialog } from './routing-grid-dialog.tsx';
import { ProcessCard } from './process-card.tsx';
import { SaveToLibraryDialog } from './save-to-library-dialog.tsx';
import { toDeviceBooking, useAppointmentOverlaps, useSyncPartners } from './use-process-plan.ts';
import { ProcessDialog } from './process-dialog.tsx';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { ActionDialogOpener } from '../reporting/process-action.ts';
import { reloadDataChangedByReport } from '#client/production/reporting/use-report.ts';

interface Props {
  order: Entity<'workOrder'>;
  part: Entity<'part'>;
  /** The processes of the part; undefined until they are loaded. */
  processes: readonly ProcessWithWait[] | undefined;
  hasProcesses: boolean;
  /** Another part of the order that has a routing. */
  proposedSourcePartId: number | null;
  plannedProcesses: readonly Entity<'process'>[] | undefined;
  history: readonly ReportHistoryRow[];
  onReport: ActionDialogOpener;
  /** Called to scroll to the card of a process. */
  onShow: (process: ProcessProgress) => void;
}

/**
 * Shows the routing of a part in the order of the sequence numbers, as a row of cards or as a table.
 */
export function PartRouting({
  order,
  part,
  processes,
  hasProcesses,
  proposedSourcePartId,
  plannedProcesses,
  history,
  onReport,
  onShow,
}: Props) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const deleteProcesses = useDeleteRows(entities.process as EntityDeclaration);
  const [editedProcess, setEditedProcess] = useState<Entity<'process'> | 'new' | null>(null);
  const { runRequest } = useRequestSender();
  const [isEditingRouting, setIsEditingRouting] = useState(false);
  const [isSavingToLibrary, setIsSavingToLibrary] = useState(false);
  const [isPrinting, setIsPrinting] = useState(false);
  const [copySource, setCopySource] = useState<'library' | 'part' | null>(null);
  const partRows = processes ?? [];
  const mayAdd = hasPermission(user, 'PROCESS_MODIFY') && !hasOrderEnded(order.state);
  const nextSeq = computeNextSeq(Math.max(0, ...partRows.map((row) => row.seq)));
  const [isTable, showAsTable] = useTableView('processes');
  const arrangedColumns = useArrangedTableColumns(entities.process);
  const filter = { partId: part.id };
  const tableRows = partRows.flatMap((process): TableProcess[] => {
    const record = plannedProcesses?.find((row) => row.id === process.processId);
    return record ? [{ ...process, record: record as unknown as AnyRow }] : [];
  });

  const bookings = (plannedProcesses ?? []).flatMap((row) => toDeviceBooking(row) ?? []);
  const { data: overlaps = [] } = useAppointmentOverlaps(bookings);
  const hasSyncGroup = plannedProcesses?.some(({ syncKey }) => syncKey !== null) ?? false;
  const { data: syncPartners = [] } = useSyncPartners(part.id, hasSyncGroup);

  const resumeProcess = async (process: ProcessProgress) => {
    await runRequest(() => send(`${entities.process.path}/resume`, { processId: process.processId }));
    void reloadDataChangedByReport(client);
  };
  const leaveSyncGroup = async (process: ProcessProgress) => {
    await runRequest(() => send(`${entities.process.path}/sync/leave`, { processId: process.processId }));
    void reloadDataChangedByReport(client);
  };
  const showCard = (process: ProcessProgress) => {
    showAsTable(false);
    onShow(process);
  };
  const editProcess = async ({ processId }: ProcessProgress) => {
    // The planned data may not be loaded yet, because the card of a process is shown before.
    const processes = await loadPartProcesses(client, part.id);
    setEditedProcess(processes.find(({ id }) => id === processId) ?? null);
  };
  const deleteProcess = async (process: ProcessProgress) => {
    if (await deleteProcesses([process.processId], process.name)) await reloadDataChangedByReport(client);
  };
  return (
    <>
      <header className="part-head">
        <div>
          <h2>
            {part.name} <span>{part.code}</span>
          </h2>
          <p>
            <span>
              {t('quantity')} {formatNumber(part.quantity)}
            </span>
            {[part.materialName, part.spec, part.size].filter(Boolean).map((text) => (
              <span key={text}>{text}</span>
            ))}
            {part.dueDate && <span>{t('dueOn', { day: part.dueDate })}</span>}
            <CustomColumnValues entity={entities.part} row={part} />
            {order.state === 'draft' && hasProcesses && (
              <span className="part-draft">{t('releaseFirst')}</span>
            )}
          </p>
        </div>
        <div className="part-actions">
          {hasProcesses && (
            <Button icon={<PrintIcon />} text={t('printCard')} onClick={() => setIsPrinting(true)} />
          )}
          {mayAdd && (
            <Button icon={<GitRepoIcon />} text={t('fromLibrary')} onClick={() => setCopySource('library')} />
          )}
          {mayAdd && (
            <Button icon={<DuplicateIcon />} text={t('copyRouting')} onClick={() => setCopySource('part')} />
          )}
          {hasProcesses && hasPermission(user, 'SYSTEM_STANDARD_LIB_ADD') && (
            <Button
              icon={<SavedIcon />}
              text={t('saveToLibrary')}
              onClick={() => setIsSavingToLibrary(true)}
            />
          )}
          {mayAdd && plannedProcesses && (
            <Button icon={<ThIcon />} text={t('editRouting')} onClick={() => setIsEditingRouting(true)} />
          )}
          {hasProcesses && (
            <TableViewTools
              name="process"
              arrangedColumns={arrangedColumns}
              filter={filter}
              title={t('processes')}
              omittedColumns={OMITTED_PROCESS_COLUMNS}
              isTable={isTable}
              onTable={showAsTable}
            />
          )}
          {mayAdd && (
            <Button
              intent={hasProcesses ? 'none' : 'primary'}
              icon={<PlusIcon />}
              text={t('addNamed', { name: toMidSentence(t('process')) })}
              onClick={() => setEditedProcess('new')}
            />
          )}
        </div>
      </header>
      {!hasProcesses && <p className="routing-empty">{t('noRoutingYet')}</p>}
      {hasProcesses && !processes ? (
        <span className="skeleton routing-loading" aria-busy="true" />
      ) : isTable && hasProcesses ? (
        <ProcessTable
          label={t('routingOf', { name: part.name })}
          rows={tableRows}
          arrangedColumns={arrangedColumns}
          onOpen={showCard}
        />
      ) : (
        <ol className="routing-row" aria-label={t('routingOf', { name: part.name })}>
          {partRows.map((process) => {
            const plannedProcess = plannedProcesses?.find((row) => row.id === process.processId);
            return (
              <li key={process.processId}>
                <ProcessCard
                  process={process}
                  plannedProcess={plannedProcess}
                  routing={partRows}
                  isParallel={partRows.some((other) => other !== process && other.seq === process.seq)}
                  lastReport={findLastValidReport(history, process.processId)}
                  overlaps={overlaps.filter(({ index }) => bookings[index]?.processId === process.processId)}
                  syncPartners={syncPartners.filter(({ ofProcessId }) => ofProcessId === process.processId)}
                  onReport={onReport}
                  onLeaveSyncGroup={() => void leaveSyncGroup(process)}
                  onResume={() => void resumeProcess(process)}
                  onEdit={() => void editProcess(process)}
                  onDelete={() => void deleteProcess(process)}
                />
              </li>
            );
          })}
        </ol>
      )}
      {isEditingRouting && plannedProcesses && (
        <RoutingGridDialog
          part={part}
          processes={plannedProcesses}
          onClose={() => setIsEditingRouting(false)}
        />
      )}
      {isPrinting && <PrintCardsDialog orders={[order]} part={part} onClose={() => setIsPrinting(false)} />}
      {isSavingToLibrary && (
        <SaveToLibraryDialog
          part={part}
          processCount={partRows.length}
          onClose={() => setIsSavingToLibrary(false)}
        />
      )}
      {copySource === 'library' && <StandardRoutingDialog part={part} onClose={() => setCopySource(null)} />}
      {copySource === 'part' && (
        <CopyRoutingDialog
          part={part}
          proposedPartId={proposedSourcePartId}
          onClose={() => setCopySource(null)}
        />
      )}
      {editedProcess && (
        <ProcessDialog
          part={part}
          process={editedProcess === 'new' ? null : editedProcess}
          seq={nextSeq}
          onClose={() => setEditedProcess(null)}
        />
      )}
    </>
  );
}
