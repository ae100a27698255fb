import { useState } from 'react';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { useT } from '#client/kit/words/t.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface Props {
  process: ProcessProgress;
  onClose: () => void;
}

/**
 * Suspends a process for a reason. The dialog says that running work is closed. It keeps the work that ran when it
 * opened, so that the server refuses to close work that began since.
 */
export function SuspendDialog({ process: currentProcess, onClose }: Props) {
  const t = useT();
  const [process] = useState(currentProcess);
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
      fields={{
        processId: process.processId,
        seenReportIds: process.open.map(({ reportId }) => reportId),
      }}
      successTerm="suspendedNow"
      onClose={onClose}
    />
  );
}
