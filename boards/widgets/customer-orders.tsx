import { useMemo } from 'react';
import { number, ref } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { getStateStyle, LATE_STYLE, type StateStyle } from '#client/kit/elements/state-style.ts';
import { isTerm, useLang, useT, type Translate } from '#client/kit/words/t.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure, formatShortDate } from '../kit/drawing/figure.ts';
import { Lanes, type Lane } from '../kit/drawing/lanes/lanes.tsx';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';

const words = {
  chooseKanban: [
    '请在设置中选择客户看板',
    'Choose a customer kanban in the settings',
    '請在設定中選擇客戶看板',
    '設定で顧客かんばんを選んでください',
  ],
} as const satisfies TermsByKey;

const DONE_COLUMNS = ['completed', 'kanbanDone'];

/** An order with the fields that its kanban shows. A field that the kanban does not show is empty. */
interface Order {
  code: string;
  position: number;
  name: string;
  quantity: number | null;
  completed: number | null;
  progress: number | null;
  dueDate: string;
  daysLeft: number | null;
}

const readOrder = (row: ReportRow): Order => ({
  code: cellReaders.text(row, 'orderCode'),
  position: cellReaders.number(row, 'position') ?? 0,
  name: [cellReaders.text(row, 'purchasingOrder'), cellReaders.text(row, 'name')].filter(Boolean).join(' · '),
  quantity: cellReaders.number(row, 'quantity'),
  completed: cellReaders.number(row, 'completed'),
  progress: cellReaders.number(row, 'progress'),
  dueDate: cellReaders.text(row, 'dueDate'),
  daysLeft: cellReaders.number(row, 'daysLeft'),
});

const getColumnStyle = (columnName: string): StateStyle => {
  if (columnName === 'kanbanOverdue') return LATE_STYLE;
  if (DONE_COLUMNS.includes(columnName)) return getStateStyle('completed');
  return isTerm(columnName) ? getStateStyle(columnName) : getStateStyle('inProgress');
};

/** Groups the rows of a kanban into its columns, in display order. */
function readColumns(rows: readonly ReportRow[], t: Translate): Lane<Order>[] {
  return rows
    .filter((row) => cellReaders.text(row, 'orderCode') === '')
    .toSorted((left, right) => Number(left['columnIndex']) - Number(right['columnIndex']))
    .map((row) => {
      const columnName = cellReaders.text(row, 'columnName');
      return {
        key: columnName || cellReaders.text(row, 'columnIndex'),
        name: isTerm(columnName) ? t(columnName) : cellReaders.text(row, 'milestone'),
        stateStyle: getColumnStyle(columnName),
        count: cellReaders.number(row, 'orderCount') ?? 0,
        cards: rows
          .filter((order) => order['columnIndex'] === row['columnIndex'] && order !== row)
          .map(readOrder)
          .sort((one, other) => one.position - other.position),
      };
    });
}

/** Shows the completed pieces of an order. If the kanban does not show pieces, shows the progress in percent. */
function DoneShare({ order: { quantity, completed, progress } }: { order: Order }) {
  const lang = useLang();
  if (completed === null)
    return progress === null ? null : <ChangedValue>{`${formatFigure(progress, lang)}%`}</ChangedValue>;
  return (
    <>
      <ChangedValue>{formatFigure(completed, lang)}</ChangedValue>
      {quantity !== null && <span className="quiet">/{formatFigure(quantity, lang)}</span>}
    </>
  );
}

/** Shows when an order is due. */
function DueText({ order: { daysLeft, dueDate } }: { order: Order }) {
  const t = useT();
  if (daysLeft === null) return <>{dueDate && formatShortDate(dueDate, dueDate)}</>;
  if (daysLeft < 0)
    return <WallStateMark stateStyle={LATE_STYLE}>{t('overdueByDays', { days: -daysLeft })}</WallStateMark>;
  return <>{t(daysLeft === 0 ? 'dueToday' : 'daysLeft', { days: daysLeft })}</>;
}

function CustomerOrdersContent({
  settings,
  rows,
  areRowsKnown,
}: WidgetProps<{ kanbanId: number | null; pageSeconds: number }>) {
  const t = useT(words);
  const columns = useMemo(() => readColumns(rows, t), [rows, t]);
  if (settings.kanbanId === null) return <TileMessage>{t('chooseKanban')}</TileMessage>;
  if (columns.every(({ count }) => count === 0))
    return <TileMessage>{t(areRowsKnown ? 'kanbanEmpty' : 'waitingForData')}</TileMessage>;
  return (
    <Lanes
      lanes={columns}
      keyOf={({ code }) => code}
      pageSeconds={settings.pageSeconds}
      barOf={({ progress, daysLeft }, { key }) => ({
        percent: progress ?? 0,
        className: DONE_COLUMNS.includes(key) ? 'is-done' : (daysLeft ?? 0) < 0 ? 'is-late' : '',
      })}
    >
      {(order) => (
        <>
          <WallCode className="lane-order">{order.code}</WallCode>
          <span className="lane-done">
            <DoneShare order={order} />
          </span>
          <span className="lane-name cut quiet">{order.name}</span>
          <span className="lane-end cut">
            <DueText order={order} />
          </span>
        </>
      )}
    </Lanes>
  );
}

/** Shows a customer's orders in the columns of a customer kanban, with the fields of the kanban. */
export const customerOrders = defineWidget({
  type: 'customerOrders',
  version: 1,
  title: 'customerKanban',
  area: 'orders',
  words,
  size: { w: 20, h: 16, minW: 6, minH: 4 },
  settings: {
    kanbanId: ref('customerKanban', { label: 'customerKanban' }),
    pageSeconds: number({ min: 8, max: 12, decimals: 0, initial: 10, unit: 'seconds' }),
  },
  source: ({ kanbanId }) =>
    kanbanId === null ? null : { path: '/mes/form/customerKanban', params: { kanbanId: String(kanbanId) } },
  Component: CustomerOrdersContent,
});
