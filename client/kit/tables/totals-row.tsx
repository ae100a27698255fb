import type { ReactNode } from 'react';
import { useT } from '../words/t.ts';
import { getCellClass, type Column } from './column.ts';

interface Props<R> {
  columns: readonly Column<R>[];
  /** The totals by column name. */
  totals: Readonly<Record<string, ReactNode>>;
  hasSelectColumn: boolean;
}

/** The last row of a table, which shows the totals and stays visible. */
export function TotalsRow<R>({ columns, totals, hasSelectColumn }: Props<R>) {
  const t = useT();
  return (
    <tfoot>
      <tr>
        {hasSelectColumn && <td className="select-cell" />}
        {columns.map((column, index) =>
          index === 0 ? (
            <th key={column.name} scope="row" className="first-cell">
              {t('inTotal')}
            </th>
          ) : (
            <td key={column.name} className={getCellClass(column)}>
              {totals[column.name]}
            </td>
          ),
        )}
        <td className="rest-cell" />
      </tr>
    </tfoot>
  );
}
