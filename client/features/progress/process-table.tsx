import { Link } from 'react-router-dom';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { calculateDoneShare } from '#shared/ledger/ledger.ts';
import type { ProcessProgressRow } from '#shared/answers/progress-query.ts';
import { toLocalDay, formatNumber } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatShortDay } from './time-axis.ts';
import { ProcessActivity } from './process-activity.tsx';
import './process-table.css';

interface Props {
  label: string;
  rows: readonly ProcessProgressRow[];
  /** Whether the processes may belong to several orders. Each row then shows its order. */
  mixed: boolean;
}

/** The quantities of a process, in the order of the columns. */
const QUANTITY_COLUMNS = [
  'plannedQuantity',
  'arrived',
  'received',
  'machinable',
  'inWork',
  'good',
  'concession',
  'scrap',
  'reworkOpen',
  'hold',
  'outsourced',
  'excess',
] as const;
/** The columns that are shown only if at least one process has a value above 0. */
const RARE_COLUMNS: ReadonlySet<string> = new Set(['concession', 'excess']);

/**
 * Shows processes with quantities, workers and reasons for waiting. Unless `mixed` is set, the rows are
 * grouped by part.
 */
export function ProcessTable({ label, rows, mixed }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const today = toLocalDay(zone);
  const figures = QUANTITY_COLUMNS.filter(
    (name) => !RARE_COLUMNS.has(name) || rows.some((row) => row[name] > 0),
  );
  const parts = [...new Set(rows.map((row) => row.partId))];
  const bodies = mixed ? [rows] : parts.map((id) => rows.filter((row) => row.partId === id));
  const columns = figures.length + (mixed ? 5 : 4);
  return (
    // The table is focusable, so that the arrow keys can scroll it sideways.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="progress-table-scroll" tabIndex={0} role="group" aria-label={label}>
      <table className="progress-table" aria-label={label}>
        <thead>
          <tr>
            {mixed && <th scope="col">{t('workOrder')}</th>}
            <th scope="col">{t('process')}</th>
            <th scope="col">{t('processState')}</th>
            <th scope="col">{t('whereItStands')}</th>
            {figures.map((name) => (
              <th key={name} scope="col" className="figure">
                {t(name)}
              </th>
            ))}
            <th scope="col">{t(mixed ? 'dueDate' : 'plannedEnd')}</th>
          </tr>
        </thead>
        {bodies.map((own) => (
          <tbody key={own[0]!.partId}>
            {!mixed && parts.length > 1 && (
              <tr className="part-row">
                <th scope="rowgroup" colSpan={columns}>
                  {own[0]!.partName} <span>{own[0]!.partCode}</span>
                </th>
              </tr>
            )}
            {own.map((row) => {
              const end = mixed ? row.dueDate : row.plannedEnd;
              const late = end !== null && end < today && calculateDoneShare(row) < 1;
              return (
                <tr key={row.processId}>
                  {mixed && (
                    <td className="cell-order">
                      {hasPermission(user, 'WORK_ORDER') ? (
                        <Link to={`/order/${row.orderId}?part=${row.partId}`}>{row.orderCode}</Link>
                      ) : (
                        row.orderCode
                      )}
                      <span title={row.partName}>{row.partName}</span>
                    </td>
                  )}
                  <th scope="row" className="cell-process" title={row.name}>
                    <span className="card-seq">{row.seq}</span> {row.name}
                  </th>
                  <td>
                    <StateMark state={row.state} />
                  </td>
                  <td className="cell-words">
                    <ProcessActivity process={row} />
                  </td>
                  {figures.map((name) => (
                    <td
                      key={name}
                      className={`figure figure-${name}${row[name] === 0 ? ' figure-none' : ''}`}
                    >
                      {formatNumber(row[name])}
                    </td>
                  ))}
                  <td className={late ? 'cell-day day-late' : 'cell-day'}>
                    {late && <span aria-hidden="true">◆ </span>}
                    {end ? formatShortDay(end, today) : '—'}
                  </td>
                </tr>
              );
            })}
          </tbody>
        ))}
      </table>
    </div>
  );
}
