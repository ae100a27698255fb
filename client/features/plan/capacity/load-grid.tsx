import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { GroupLoad, LoadSelection } from '#shared/answers/capacity-load.ts';
import type { CapacityAxis } from '#shared/planning/group-capacity.ts';
import { useT } from '#client/kit/words/t.ts';
import { ApartCell, ColumnHead, DayCell, NameCell } from './load-grid-cells.tsx';
import type { LoadColumn, LoadStep } from './load-columns.ts';
import '#client/kit/elements/state-mark.css';
import './load-grid.css';

/** The figures that are counted apart from the days, in the order of their columns. */
export const APART_SELECTIONS = ['overdueLoad', 'unplannedLoad', 'withoutEstimate'] as const;

interface Props {
  groups: readonly GroupLoad[];
  columns: readonly LoadColumn[];
  axis: CapacityAxis;
  step: LoadStep;
  today: string;
  /** The assumed overtime, in percent of the way from the normal to the maximum capacity. */
  overtime: number;
  /** The position of the group that the chart shows. */
  chosen: number;
  /** Whether the figures of another period are still shown. */
  isWaiting: boolean;
  onChoose: (group: GroupLoad) => void;
  onOpen: (group: GroupLoad, selection: LoadSelection, column: LoadColumn | null) => void;
}

const ROW_HEIGHT_PX = 48;
const HEAD_HEIGHT_PX = 44;
const NAME_WIDTH_PX = 184;
const CELL_WIDTH_PX = 116;
const PAGE_ROWS = 8;

/**
 * The grid of groups and days. It renders only the cells near the visible part, and its heads and its first column stay
 * in place. The grid itself has the focus, and the arrow keys move the active cell.
 *
 * The grid is not a `@blueprintjs/table`: that table gives no role to its cells and no name to them, so that a screen
 * reader finds no grid, and its colours do not follow the tokens of the product.
 */
export function LoadGrid(props: Props) {
  const { groups, columns, axis, step, today, overtime, chosen, isWaiting, onChoose, onOpen } = props;
  const t = useT();
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  // Column 0 has the names. The columns after it have the figures that are counted apart, and then the days.
  const [active, setActive] = useState({ row: 0, column: 0 });
  // Several keys may be pressed before the next render.
  const latest = useRef(active);
  latest.current = active;
  const apartCount = APART_SELECTIONS.length;
  const [lastRow, lastColumn] = [groups.length - 1, columns.length + apartCount];
  const rows = useVirtualizer({
    count: groups.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 6,
    scrollPaddingStart: HEAD_HEIGHT_PX,
    initialRect: { width: 1200, height: 600 },
  });
  const cells = useVirtualizer({
    horizontal: true,
    count: columns.length + apartCount,
    getScrollElement: () => scroll.current,
    estimateSize: () => CELL_WIDTH_PX,
    overscan: 4,
    scrollPaddingEnd: NAME_WIDTH_PX,
    initialRect: { width: 1200, height: 600 },
  });
  useEffect(() => {
    setActive((before) => ({
      row: Math.max(0, Math.min(before.row, lastRow)),
      column: Math.min(before.column, lastColumn),
    }));
  }, [lastRow, lastColumn]);

  const move = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(row, lastRow)),
      column: Math.max(0, Math.min(column, lastColumn)),
    };
    latest.current = next;
    setActive(next);
    rows.scrollToIndex(next.row);
    if (next.column > 0) cells.scrollToIndex(next.column - 1);
    else scroll.current?.scrollTo({ left: 0 });
  };
  const open = (row: number, column: number) => {
    const group = groups[row];
    if (!group) return;
    if (column === 0) onChoose(group);
    else if (column <= apartCount) onOpen(group, APART_SELECTIONS[column - 1]!, null);
    else onOpen(group, 'plannedLoad', columns[column - 1 - apartCount]!);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = latest.current;
    const jumpsToEdge = event.ctrlKey || event.metaKey;
    switch (event.key) {
      case 'ArrowDown':
        move(row + 1, column);
        break;
      case 'ArrowUp':
        move(row - 1, column);
        break;
      case 'ArrowRight':
        move(row, column + 1);
        break;
      case 'ArrowLeft':
        move(row, column - 1);
        break;
      case 'PageDown':
        move(row + PAGE_ROWS, column);
        break;
      case 'PageUp':
        move(row - PAGE_ROWS, column);
        break;
      case 'Home':
        move(jumpsToEdge ? 0 : row, 0);
        break;
      case 'End':
        move(jumpsToEdge ? lastRow : row, lastColumn);
        break;
      case 'Enter':
      case ' ':
        open(row, column);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const cell = (event.target as Element).closest('[role="gridcell"], [role="rowheader"]');
    const line = cell?.closest('[role="row"]');
    if (!cell || !line) return;
    const row = Number(line.getAttribute('aria-rowindex')) - 2;
    const column = Number(cell.getAttribute('aria-colindex')) - 1;
    setActive({ row, column });
    open(row, column);
  };
  const shown = cells.getVirtualItems();
  const gap = <span style={{ inlineSize: shown[0]?.start ?? 0, flex: 'none' }} />;
  const cellProps = (row: number, column: number) => ({
    id: `${id}-${row}-${column}`,
    columnIndex: column + 1,
    isActive: active.row === row && active.column === column,
  });
  return (
    <div
      ref={scroll}
      className="load-grid"
      role="grid"
      tabIndex={0}
      aria-label={t('capacityLoad')}
      aria-rowcount={groups.length + 1}
      aria-colcount={lastColumn + 1}
      aria-activedescendant={`${id}-${active.row}-${active.column}`}
      aria-busy={isWaiting}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div
        role="row"
        aria-rowindex={1}
        className="load-row load-head"
        style={{ inlineSize: NAME_WIDTH_PX + cells.getTotalSize() }}
      >
        <div role="columnheader" aria-colindex={1} className="load-name">
          {t('workGroup')}
        </div>
        {gap}
        {shown.map(({ index }) => (
          <ColumnHead
            key={index}
            columnIndex={index + 2}
            apart={APART_SELECTIONS[index] ?? null}
            column={columns[index - apartCount] ?? null}
            step={step}
            today={today}
          />
        ))}
      </div>
      <div
        role="rowgroup"
        className="load-body"
        style={{ blockSize: rows.getTotalSize(), inlineSize: NAME_WIDTH_PX + cells.getTotalSize() }}
      >
        {rows.getVirtualItems().map(({ index: row, start }) => {
          const group = groups[row]!;
          return (
            <div
              key={group.id ?? 0}
              role="row"
              aria-rowindex={row + 2}
              aria-selected={row === chosen}
              className="load-row"
              style={{ transform: `translateY(${start}px)` }}
            >
              <NameCell group={group} axis={group[axis]} {...cellProps(row, 0)} />
              {gap}
              {shown.map(({ index }) =>
                index < apartCount ? (
                  <ApartCell
                    key={index}
                    axis={group[axis]}
                    selection={APART_SELECTIONS[index]!}
                    {...cellProps(row, index + 1)}
                  />
                ) : (
                  <DayCell
                    key={index}
                    axis={group[axis]}
                    column={columns[index - apartCount]!}
                    overtime={overtime}
                    today={today}
                    {...cellProps(row, index + 1)}
                  />
                ),
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
