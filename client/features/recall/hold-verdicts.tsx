import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import type { HoldVerdict } from './hold-pieces.ts';
import '#client/crud/batch/batch-result-dialog.css';

interface Props {
  verdicts: readonly HoldVerdict[];
  onClose: () => void;
}

/** The maximum number of rows in the table. More rows would make the browser slow. */
const MAX_SHOWN_ROWS = 500;

/** Shows the verdict on each row, the refused rows first, with a link to each exception that was raised. */
export function HoldVerdictsDialog({ verdicts, onClose }: Props) {
  const t = useT();
  const refusedVerdicts = verdicts.filter(({ refusal }) => refusal !== null);
  const heldVerdicts = verdicts.filter(({ refusal }) => refusal === null);
  return (
    <Dialog isOpen title={t('holdVerdicts')} className="batch-result-dialog" onClose={onClose}>
      <DialogBody>
        <p role="status" className="batch-result-count">
          {t('batchCounts', { done: heldVerdicts.length, refused: refusedVerdicts.length })}
        </p>
        <table className="plain-table">
          <TableHead
            heads={[t('part'), t('process'), { words: t('quantity'), className: 'figure' }, t('batchResult')]}
          />
          <tbody>
            {[...refusedVerdicts, ...heldVerdicts]
              .slice(0, MAX_SHOWN_ROWS)
              .map(({ row, quantity, exception, refusal }, index) => (
                <tr key={index}>
                  <th scope="row">{`${row.orderCode} · ${row.partCode}`}</th>
                  <td>{row.processName}</td>
                  <td className="figure">{formatNumber(quantity)}</td>
                  <td className={exception ? undefined : 'batch-refused'}>
                    {exception ? (
                      <Link to={`/quality/${exception.id}`}>
                        {`✓ ${t('heldAs', { code: exception.code })}`}
                      </Link>
                    ) : (
                      `✕ ${refusal}`
                    )}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </DialogBody>
      <DialogFooter actions={<Button intent="primary" text={t('dismiss')} onClick={onClose} />} />
    </Dialog>
  );
}
