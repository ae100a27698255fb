import type { OutsourcingDetailLine } from '#shared/answers/outside.ts';
import { calculateQuantityOut } from '#shared/ledger/outsourcing.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ProcessName } from './process-name.tsx';

/**
 * Lists the processes of an outsourcing order with the ordered, sent and returned quantities, and the quantity at the
 * supplier.
 */
export function LinesTable({ lines }: { lines: readonly OutsourcingDetailLine[] }) {
  const t = useT();
  return (
    <section className="outsourcing-section" aria-labelledby="outsourcing-lines">
      <h2 id="outsourcing-lines">{t('outsourcedProcesses')}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard */}
      <div className="outsourcing-scroll" tabIndex={0} role="region" aria-labelledby="outsourcing-lines">
        <table className="plain-table">
          <TableHead
            heads={[
              t('process'),
              t('processState'),
              ...(
                [
                  'quantity',
                  'sendable',
                  'quantitySent',
                  'quantityOutNow',
                  'returnedGood',
                  'returnedHold',
                  'takenBack',
                  'unitPrice',
                  'lumpSum',
                ] as const
              ).map((key) => ({ words: t(key), className: 'figure' })),
              t('remark'),
            ]}
          />
          <tbody>
            {lines.map((line) => {
              const quantityOut = calculateQuantityOut(line);
              return (
                <tr key={line.processId}>
                  <td>
                    <ProcessName process={line} isLinked />
                  </td>
                  <td>
                    <StateMark state={line.state} />
                  </td>
                  <td className="figure">{formatNumber(line.quantity)}</td>
                  <td className="figure">{formatNumber(line.sendable)}</td>
                  <td className="figure">{formatNumber(line.sent)}</td>
                  <td className="figure">
                    {quantityOut > 0 ? <b>{formatNumber(quantityOut)}</b> : formatNumber(quantityOut)}
                  </td>
                  <td className="figure">{formatNumber(line.returnedGood)}</td>
                  <td className="figure">{formatNumber(line.returnedHold)}</td>
                  <td className="figure">{formatNumber(line.takenBack)}</td>
                  <td className="figure">{line.unitPrice === null ? '—' : formatNumber(line.unitPrice)}</td>
                  <td className="figure">{line.lumpSum === null ? '—' : formatNumber(line.lumpSum, 2)}</td>
                  <td>{line.remark}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
