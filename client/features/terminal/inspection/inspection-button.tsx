import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import type { TerminalProcess } from '#shared/answers/terminal.ts';
import type { DueInspection } from '#shared/quality/inspection.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { useT } from '#client/kit/words/t.ts';
import { BeginInspectionDialog } from '#client/production/inspection/begin-inspection-dialog.tsx';
import { InspectionEntry } from '#client/production/inspection/inspection-entry.tsx';
import { InspectionList } from '#client/production/inspection/inspection-list.tsx';
import { RaiseForInspectionDialog } from '#client/production/inspection/raise-for-inspection.tsx';
import { useInspectionDetail, useInspectionOverview } from '#client/production/inspection/use-inspection.ts';
import type { IdentifiedPerson } from '../people/identified-people.ts';
import './inspection-dialog.css';

interface Props {
  process: Pick<TerminalProcess, 'processId' | 'name'>;
  worker: IdentifiedPerson;
}

/**
 * Enters the values of one inspection at a terminal. If the inspection fails, shows the dialog that raises an
 * exception.
 */
function TerminalInspection({
  id,
  worker,
  onClose,
}: {
  id: number;
  worker: IdentifiedPerson;
  onClose: () => void;
}) {
  const t = useT();
  const { data: detail } = useInspectionDetail(id, worker.token);
  const [hasFailed, setHasFailed] = useState(false);
  if (!detail) return <span className="skeleton" />;
  if (hasFailed)
    return <RaiseForInspectionDialog detail={detail} workerToken={worker.token} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      title={`${t(detail.inspectionKind)} · ${detail.code}`}
      className="inspection-dialog"
      onClose={onClose}
    >
      <DialogBody className="inspection-dialog-body">
        {detail.state === 'inspecting' ? (
          <InspectionEntry
            detail={detail}
            workerToken={worker.token}
            onConcluded={(state) => (state === 'inspectionFailed' ? setHasFailed(true) : onClose())}
          />
        ) : (
          <p>{t('inspectionBlocks', { code: detail.code })}</p>
        )}
      </DialogBody>
    </Dialog>
  );
}

/**
 * A button that opens the due and the open inspections of a process, and shows their number. Beside the
 * button, a text names a failed inspection that blocks the process.
 */
export function InspectionButton({ process, worker }: Props) {
  const t = useT();
  const { data } = useInspectionOverview(process.processId, worker.token);
  const [isOpen, setIsOpen] = useState(false);
  const [inspectionToBegin, setInspectionToBegin] = useState<DueInspection | null>(null);
  const [inspectionId, setInspectionId] = useState<number | null>(null);
  const count = data ? data.due.length + data.open.length : 0;
  const blockingInspection = data?.open.find(({ state }) => state === 'inspectionFailed');
  const openInspection = (id: number) => {
    setInspectionToBegin(null);
    setIsOpen(false);
    setInspectionId(id);
  };
  return (
    <>
      {count > 0 && (
        <button type="button" className="floor-button inspection-due" onClick={() => setIsOpen(true)}>
          <span aria-hidden="true">{'◎'}</span> {`${t('inspectionsDue')} ${count}`}
        </button>
      )}
      {blockingInspection && (
        <p className="inspection-blocks" role="status">
          <span aria-hidden="true">{'■'}</span> {t('inspectionBlocks', { code: blockingInspection.code })}
        </p>
      )}
      {isOpen && data && (
        <Dialog
          isOpen
          title={`${t('inspections')} · ${process.name}`}
          className="inspection-dialog"
          onClose={() => setIsOpen(false)}
        >
          <DialogBody className="inspection-dialog-body">
            <InspectionList
              overview={data}
              mayInspect
              onBegin={setInspectionToBegin}
              onOpen={openInspection}
            />
          </DialogBody>
          <DialogFooter
            actions={<Button size="large" text={t('dismiss')} onClick={() => setIsOpen(false)} />}
          />
        </Dialog>
      )}
      {inspectionToBegin && (
        <BeginInspectionDialog
          due={inspectionToBegin}
          workerToken={worker.token}
          onBegun={openInspection}
          onClose={() => setInspectionToBegin(null)}
        />
      )}
      {inspectionId !== null && (
        <TerminalInspection id={inspectionId} worker={worker} onClose={() => setInspectionId(null)} />
      )}
    </>
  );
}
