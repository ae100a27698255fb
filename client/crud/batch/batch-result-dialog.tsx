import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { BatchResult } from './use-batch-sender.ts';
import './batch-result-dialog.css';

interface Props {
  result: BatchResult;
  /** A text about what the user can do with the refused rows; null if there is none. */
  hint?: string | null;
  onClose: () => void;
}

/** The maximum number of rows in the table. More rows would make the browser slow. */
const MAX_SHOWN_ROWS = 500;

/** Shows the outcome of each row of a batch, the refused rows first. */
export function BatchResultDialog({ result: { verb, verdicts }, hint, onClose }: Props) {
  const t = useT();
  const shownHint = hint === undefined ? t('refusedStaySelected') : hint;
  const refusedVerdicts = verdicts.filter(({ refusal }) => refusal !== null);
  const doneVerdicts = verdicts.filter(({ refusal }) => refusal === null);
  return (
    <Dialog isOpen title={verb} className="batch-result-dialog" onClose={onClose}>
      <DialogBody>
        <p role="status" className="batch-result-count">
          {t('batchCounts', { done: doneVerdicts.length, refused: refusedVerdicts.length })}
        </p>
        <table className="plain-table">
          <TableHead heads={[{ words: t('code'), hidden: true }, t('batchResult')]} />
          <tbody>
            {[...refusedVerdicts, ...doneVerdicts].slice(0, MAX_SHOWN_ROWS).map(({ id, name, refusal }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td className={refusal === null ? undefined : 'batch-refused'}>
                  {refusal === null ? `✓ ${t('batchRowDone')}` : `✕ ${refusal}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {shownHint !== null && <p className="batch-result-hint">{shownHint}</p>}
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text={t('dismiss')} onClick={onClose} />} />
    </Dialog>
  );
}
