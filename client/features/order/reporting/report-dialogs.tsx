import { RaiseCallDialog, type CallPlace } from '#client/production/calls/raise-call.tsx';
import { RaiseExceptionDialog } from '#client/production/quality/raise-exception-dialog.tsx';
import { CloseReportDialog } from '#client/production/reporting/close-report-dialog.tsx';
import { useCustomColumns } from '#client/crud/columns/use-custom-columns.ts';
import { toSavePayload } from '#client/crud/edit/form-values.ts';
import { entities } from '#shared/entities/index.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { ReasonDialog } from '#client/production/reporting/reason-dialog.tsx';
import { ReceiveDialog } from '#client/production/reporting/receive-dialog.tsx';
import type { ProcessAction } from './process-action.ts';
import { ReverseBatchDialog } from './reverse-batch-dialog.tsx';
import { StartWorkDialog } from '#client/production/reporting/start-dialog.tsx';
import { SuspendDialog } from '#client/production/reporting/suspend-dialog.tsx';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  processAction: ProcessAction;
  /** The current progress of the processes, which an open dialog shows. */
  rows: readonly ProcessProgress[];
  onClose: () => void;
}

/**
 * Returns the place of a call for help: the process, with the device of a running report or else the
 * planned device.
 */
function getCallPlace(process: ProcessProgress): CallPlace {
  const runningReport = process.open.find((report) => report.deviceId !== null);
  return {
    deviceId: runningReport?.deviceId ?? process.deviceId,
    processId: process.processId,
    name: [runningReport?.deviceName ?? process.deviceName, process.name].filter(Boolean).join(' · '),
  };
}

/** Shows the dialog for the action that the user has chosen. */
export function ProcessActionDialog({ processAction, rows, onClose }: Props) {
  const t = useT();
  const columns = useCustomColumns(entities.workReport);
  const process =
    rows.find((row) => row.processId === processAction.process.processId) ?? processAction.process;
  switch (processAction.act) {
    case 'receive':
      return <ReceiveDialog process={process} onClose={onClose} />;
    case 'start':
      return <StartWorkDialog process={process} onClose={onClose} />;
    case 'rework':
      return <StartWorkDialog process={process} isRework onClose={onClose} />;
    case 'unfinished':
    case 'finish':
      return (
        <CloseReportDialog
          process={process}
          openReport={processAction.openReport}
          kind={processAction.act}
          customColumns={columns.isLoading ? null : columns.customColumns}
          toPayload={toSavePayload}
          onClose={onClose}
        />
      );
    case 'reverse':
      return (
        <ReasonDialog
          verb="reverse"
          description={
            <>
              <strong>{process.name}</strong> · {processAction.what}
              <br />
              {t('reverseHint')}
            </>
          }
          path="/mes/report/reverse"
          fields={{ reportId: processAction.reportId }}
          successTerm="reversedNow"
          onClose={onClose}
        />
      );
    case 'reverseBatch':
      return <ReverseBatchDialog batchId={processAction.batchId} onClose={onClose} />;
    case 'call':
      return <RaiseCallDialog place={getCallPlace(process)} onClose={onClose} />;
    case 'exception':
      return (
        <RaiseExceptionDialog
          processId={process.processId}
          name={`${process.seq} ${process.name} · ${process.partName}`}
          onClose={onClose}
        />
      );
    case 'suspend':
      return <SuspendDialog process={process} onClose={onClose} />;
  }
}
