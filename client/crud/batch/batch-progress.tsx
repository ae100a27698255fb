import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import type { BatchRun } from '#shared/answers/batch.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { LongRequestProgressBar } from '#client/kit/messages/long-work.tsx';
import { useT } from '#client/kit/words/t.ts';
import { cancelBatchRun } from './batch-runs.ts';

interface Props {
  title: string;
  run: Pick<BatchRun, 'id' | 'doneCount' | 'refusedCount' | 'rowCount'>;
  onClose: () => void;
}

/**
 * Shows the progress of a batch in the background, with a button that stops the batch. The batch continues if the
 * dialog is closed.
 */
export function BatchProgressDialog({ title, run, onClose }: Props) {
  const t = useT();
  const { id, doneCount, refusedCount, rowCount } = run;
  return (
    <Dialog isOpen title={title} canOutsideClickClose={false} onClose={onClose}>
      <DialogBody>
        <LongRequestProgressBar
          progress={{ phase: 'running', done: doneCount + refusedCount, total: rowCount }}
        />
        <p>{t('batchGoesOn')}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('stopBatch')} onClick={() => void cancelBatchRun(id)} />
            <Button intent="primary" text={t('dismiss')} onClick={onClose} />
          </>
        }
      />
    </Dialog>
  );
}
