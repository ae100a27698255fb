import type { CSSProperties, ReactNode } from 'react';
import type { KanbanAnswer } from '#shared/answers/boards/kanban.ts';
import type { KanbanField } from '#shared/entities/customer-kanban.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { ORDER_STATES } from '#shared/machines/work-order.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { isTerm, useT, type Translate } from '#client/kit/words/t.ts';
import { ProgressBar } from '#client/production/progress-bar.tsx';
import './kanban-board.css';

interface Column {
  index: number;
  /** The key of the term that names the column; null for a milestone. */
  columnName: string | null;
  milestone: string | null;
  /** The number of all orders in the column. `orders` may be shorter than this. */
  count: number;
  orders: readonly ReportRow[];
}

/** Groups the rows of a kanban by column, in display order. The rows arrive in no particular order. */
export function readColumns(rows: readonly ReportRow[]): Column[] {
  return rows
    .filter((row) => row['orderCode'] === null)
    .map((row) => ({
      index: Number(row['columnIndex']),
      columnName: row['columnName'] === null ? null : String(row['columnName']),
      milestone: row['milestone'] === null ? null : String(row['milestone']),
      count: Number(row['orderCount']),
      orders: rows
        .filter((order) => order['orderCode'] !== null && order['columnIndex'] === row['columnIndex'])
        .toSorted((left, right) => Number(left['position']) - Number(right['position'])),
    }))
    .toSorted((left, right) => left.index - right.index);
}

/** Translates the name of a column. A milestone has the name that the factory gave it. */
export const translateColumnName = (
  t: Translate,
  { columnName, milestone }: Pick<Column, 'columnName' | 'milestone'>,
): string => milestone ?? (columnName !== null && isTerm(columnName) ? t(columnName) : '');

/** Renders the value of a field, or null if there is none. */
function renderValue(field: KanbanField, row: ReportRow, progressLabel: string): ReactNode {
  const value = row[field];
  if (value === null || value === undefined) return null;
  if (field === 'progress') return <ProgressBar percent={Number(value)} label={progressLabel} />;
  if (field === 'orderState') {
    const state = ORDER_STATES.find((candidate) => candidate === value);
    return state ? <StateMark state={state} /> : null;
  }
  return typeof value === 'number' ? formatNumber(value) : String(value);
}

/** Shows the number of days until the due day, or since the due day if it has passed. */
function DaysLeft({ days }: { days: number }) {
  const t = useT();
  if (days < 0)
    return (
      <span className="kanban-days is-late">
        <span aria-hidden="true">◆ </span>
        {t('overdueByDays', { days: -days })}
      </span>
    );
  return <span className="kanban-days">{t(days === 0 ? 'dueToday' : 'daysLeft', { days })}</span>;
}

/** Shows one order with the fields of the kanban, under the customer's own captions. */
function OrderCard({ row, kanban }: { row: ReportRow; kanban: KanbanAnswer }) {
  const t = useT();
  const code = String(row['orderCode']);
  const days = row['daysLeft'];
  const progressLabel = t('progressOf', { name: code });
  return (
    <li className="kanban-card">
      <div className="kanban-card-head">
        <strong>{code}</strong>
        {typeof days === 'number' && <DaysLeft days={days} />}
      </div>
      <dl>
        {kanban.fields.map(({ field, caption }) => {
          const value = renderValue(field, row, progressLabel);
          return (
            value !== null && (
              <div key={field} className={`kanban-field kanban-field-${field}`}>
                <dt>{caption ?? t(field)}</dt>
                <dd>{value}</dd>
              </div>
            )
          );
        })}
      </dl>
    </li>
  );
}

interface Props {
  kanban: KanbanAnswer;
  rows: readonly ReportRow[];
}

/** Shows the orders of a kanban in the columns of its layout. On a narrow screen the columns are below each other. */
export function KanbanBoard({ kanban, rows }: Props) {
  const t = useT();
  const columns = readColumns(rows);
  const style = { '--columns': columns.length } as CSSProperties;
  return (
    <div className={`kanban-board kanban-${kanban.layout}`} style={style}>
      {columns.map((column) => {
        const name = translateColumnName(t, column);
        const hiddenCount = column.count - column.orders.length;
        return (
          <section key={column.index} className="kanban-column" aria-label={name}>
            <h2>
              <span>{name}</span>
              <span className="kanban-column-count">{formatNumber(column.count, 0)}</span>
            </h2>
            {column.orders.length === 0 ? (
              <p className="kanban-column-empty">{t('kanbanColumnEmpty')}</p>
            ) : (
              <ul>
                {column.orders.map((row) => (
                  <OrderCard key={String(row['orderCode'])} row={row} kanban={kanban} />
                ))}
              </ul>
            )}
            {hiddenCount > 0 && (
              <p className="kanban-column-more">
                {t('kanbanMoreOrders', { count: formatNumber(hiddenCount, 0) })}
              </p>
            )}
          </section>
        );
      })}
    </div>
  );
}
