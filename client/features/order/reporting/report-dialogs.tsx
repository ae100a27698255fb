import { RaiseCallDialog, type CallPlace } from '#client/production/calls/raise-call.tsx';
import { CloseReportDialog } from './close-dialog.tsx';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';
import type { ProcessAction } from './process-action.ts';
import { StartWorkDialog } from './start-dialog.tsx';
import { useT } from '#client/kit/words/t.ts';

interface Props {
  reporting: ProcessAction;
  /** The current progress of the processes, which an open dialog shows. */
  rows: readonly ProcessProgress[];
  onClose: () => void;
}

/**
 * Returns the place of a call for help: the process, with the device of a running report or else the
 * planned device.
 */
function getCallPlace(process: ProcessProgress): CallPlace {
  const running = process.open.find((report) => report.deviceId !== null);
  return {
    deviceId: running?.deviceId ?? process.deviceId,
    processId: process.processId,
    name: [running?.deviceName ?? process.deviceName, process.name].filter(Boolean).join(' · '),
  };
}

/** Shows the dialog for the action that the user has chosen. */
export function ProcessActionDialog({ reporting, rows, onClose }: Props) {
  const t = useT();
  const process = rows.find((row) => row.processId === reporting.process.processId) ?? reporting.process;
  switch (reporting.act) {
    case 'receive':
      return <ReceiveDialog process={process} onClose={onClose} />;
    case 'start':
      return <StartWorkDialog process={process} onClose={onClose} />;
    case 'unfinished':
    case 'finish':
      return (
        <CloseReportDialog process={process} open={reporting.open} kind={reporting.act} onClose={onClose} />
      );
    case 'reverse':
      return (
        <ReasonDialog
          verb="reverse"
          about={
            <>
              <strong>{process.name}</strong> · {reporting.what}
              <br />
              {t('reverseHint')}
            </>
          }
          path="/mes/report/reverse"
          fields={{ reportId: reporting.reportId }}
          done="reversedNow"
          onClose={onClose}
        />
      );
    case 'call':
      return <RaiseCallDialog place={getCallPlace(process)} onClose={onClose} />;
    case 'suspend':
      return (
        <ReasonDialog
          verb="suspend"
          about={
            <>
              <strong>{process.name}</strong>
              {process.open.length > 0 && (
                <>
                  <br />
                  {t('suspendCloses')}
                </>
              )}
            </>
          }
          path="/mes/process/suspend"
          fields={{ processId: process.processId }}
          done="suspendedNow"
          onClose={onClose}
        />
      );
  }
}
