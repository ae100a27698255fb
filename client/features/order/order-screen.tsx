import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OrderProgress } from '#shared/answers/order-progress.ts';
import type { Entity } from '#shared/entities/index.ts';
import { useSetPageName } from '#client/kit/pages/page-name.ts';
import { useRecordId } from '#client/kit/pages/record-id.ts';
import { RecordWaiting } from '#client/kit/pages/record-waiting.tsx';
import { OrderHead } from './order-head.tsx';
import { PartCards } from './cards/part-cards.tsx';
import { PartMaterials } from './materials/part-materials.tsx';
import { LossAnswers } from './losses/loss-answers.tsx';
import { OpenLosses } from './losses/open-losses.tsx';
import { PartWarehouseSection } from './parts/part-warehouse.tsx';
import { choosePartToShow } from './parts/choose-part.ts';
import { PartTree } from './parts/part-tree.tsx';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { useProcesses } from '#client/production/acting/use-process.ts';
import { ParameterTrends } from './reporting/parameter-trends.tsx';
import { ProcessActionDialog } from './reporting/report-dialogs.tsx';
import { ReportHistory } from './reporting/report-history.tsx';
import type { ProcessAction } from './reporting/process-action.ts';
import { useExtraProcesses } from '#client/production/extra-processes/use-extra-processes.ts';
import { ExtraProcesses } from './routing/extra-processes.tsx';
import { PartRouting } from './routing/routing-row.tsx';
import { useReportHistory } from './reporting/use-report-history.ts';
import { useIsPainted } from './use-is-painted.ts';
import { useTableView } from './use-table-view.ts';
import { useOrder, usePartProcesses } from './use-order.ts';
import { CurrentProcessStrip } from './parts/current-process-strip.tsx';
import './order.css';

interface LoadedOrderProps {
  order: Entity<'workOrder'>;
  parts: readonly Entity<'part'>[];
  progress: OrderProgress;
}

/**
 * Scrolls to a process and moves the focus to it, after the next render that shows the process.
 * @returns a ref; the caller stores the id of the process in it
 */
function useScrollToProcess() {
  const targetProcessId = useRef<number | null>(null);
  useEffect(() => {
    if (targetProcessId.current === null) return;
    const card = document.getElementById(`process-${targetProcessId.current}`);
    if (!card) return;
    targetProcessId.current = null;
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    card.focus({ preventScroll: true });
  });
  return targetProcessId;
}

function LoadedOrder({ order, parts, progress }: LoadedOrderProps) {
  const [address, setAddress] = useSearchParams();
  useSetPageName(order.code);
  const [processAction, setProcessAction] = useState<ProcessAction | null>(null);
  const targetProcessId = useScrollToProcess();
  const [, rerender] = useState(0);
  // The part that the page showed first stays selected while the order changes, unless the user
  // selects another part. The address contains the part that the user selected.
  const firstPartId = useRef<number | null>(null);
  firstPartId.current = parts.some((part) => part.id === firstPartId.current)
    ? firstPartId.current
    : choosePartToShow(progress.current, parts);
  const requestedPartId = Number(address.get('part'));
  const part =
    parts.find((candidate) => candidate.id === requestedPartId) ??
    parts.find((candidate) => candidate.id === firstPartId.current) ??
    null;
  const partId = part?.id ?? null;
  const { data: processes } = useProcesses({ partId }, partId !== null);
  const partRows = processes ?? [];
  const progressByPart = useMemo(
    () => new Map(progress.parts.map((partProgress) => [partProgress.partId, partProgress])),
    [progress],
  );
  const isPainted = useIsPainted();
  const { data: plannedProcesses } = usePartProcesses(isPainted ? partId : null);
  const extras = useExtraProcesses(isPainted ? partId : null);
  const history = useReportHistory({
    processIds: isPainted ? partRows.map((row) => row.processId) : [],
    taskIds: extras.map(({ taskId }) => taskId),
  });

  const [showsPartsAsTable, setShowsPartsAsTable] = useTableView('parts');
  // The router returns a new `setAddress` after each change of the address. With this ref, `choosePart` nevertheless
  // stays the same function.
  const setCurrentAddress = useRef(setAddress);
  setCurrentAddress.current = setAddress;
  const choosePart = useCallback(
    (chosenPartId: number | null) =>
      setCurrentAddress.current(chosenPartId === null ? {} : { part: String(chosenPartId) }, {
        replace: true,
      }),
    [],
  );
  const showProcess = (process: ProcessProgress) => {
    targetProcessId.current = process.processId;
    if (process.partId === part?.id) rerender((count) => count + 1);
    else choosePart(process.partId);
  };
  return (
    <section className="order-page" aria-label={`${order.code} ${order.name}`}>
      <OrderHead order={order} projectedEnd={progress.projectedEnd} />
      <OpenLosses rows={progress.openLosses} onShow={showProcess} />
      <CurrentProcessStrip state={order.state} progress={progress} onShow={showProcess} />
      <div className={showsPartsAsTable ? 'order-body order-body-stacked' : 'order-body'}>
        <PartTree
          order={order}
          parts={parts}
          progress={progressByPart}
          chosenPartId={part?.id ?? null}
          onChoose={choosePart}
          isTable={showsPartsAsTable}
          onTable={setShowsPartsAsTable}
        />
        <div className="order-main">
          {part && (
            <PartRouting
              key={part.id}
              order={order}
              part={part}
              processes={processes}
              hasProcesses={progressByPart.has(part.id)}
              proposedSourcePartId={progress.parts.find(({ partId }) => partId !== part.id)?.partId ?? null}
              plannedProcesses={plannedProcesses}
              history={history.rows}
              onReport={setProcessAction}
              onShow={showProcess}
            />
          )}
          {part && isPainted && (
            <>
              <ExtraProcesses key={`extra-${part.id}`} order={order} part={part} extras={extras} />
              {partRows.length > 0 && <PartCards key={`cards-${part.id}`} order={order} part={part} />}
              <PartMaterials key={`materials-${part.id}`} order={order} part={part} />
              <ParameterTrends processes={partRows} />
              {partRows.length > 0 && (
                <PartWarehouseSection key={`warehouse-${part.id}`} order={order} part={part} />
              )}
              <LossAnswers order={order} processIds={partRows.map(({ processId }) => processId)} />
              {(partRows.length > 0 || extras.length > 0) && (
                <ReportHistory
                  rows={history.data ? history.rows : undefined}
                  processes={partRows}
                  extras={extras}
                  onShowOlder={history.hasNextPage ? () => void history.fetchNextPage() : null}
                  onReport={setProcessAction}
                />
              )}
            </>
          )}
        </div>
      </div>
      {processAction && (
        <ProcessActionDialog
          processAction={processAction}
          rows={partRows}
          onClose={() => setProcessAction(null)}
        />
      )}
    </section>
  );
}

/**
 * Shows one work order: its current processes, its expected end, its parts, and the routing and the
 * reports of one part.
 */
export function OrderScreen() {
  const id = useRecordId();
  const { order, parts, progress } = useOrder(id);
  if (order.data && parts.data && progress.data) {
    return <LoadedOrder key={id} order={order.data} parts={parts.data} progress={progress.data} />;
  }
  return <RecordWaiting queries={[order, parts, progress]} listPath="/order" />;
}
