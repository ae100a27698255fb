import { useState } from 'react';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { useT } from '#client/kit/words/t.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface Props {
  process: ProcessProgress;
  onClose: () => void;
}

/**
 * Suspends a process for a reason, and warns that running reports will be closed. The server refuses
 * to close a report that has started since the dialog opened.
 */
export function SuspendDialog({ process: currentProcess, onClose }: Props) {
  const t = useT();
  const [process] = useState(currentProcess);
  return (
    <ReasonDialog
      verb="suspend"
      description={
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
      fields={{
        processId: process.processId,
        seenReportIds: process.open.map(({ reportId }) => reportId),
      }}
      successTerm="suspendedNow"
      onClose={onClose}
    />
  );
}
