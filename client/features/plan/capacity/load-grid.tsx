import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { GroupLoad, LoadKind } from '#shared/answers/capacity-load.ts';
import type { CapacityAxis } from '#shared/planning/group-capacity.ts';
import { useT } from '#client/kit/words/t.ts';
import { SeparateFigureCell, ColumnHead, PeriodCell, NameCell } from './load-grid-cells.tsx';
import type { LoadColumn, LoadStep } from '#shared/planning/load-columns.ts';
import '#client/kit/elements/state-mark.css';
import './load-grid.css';

/** The figures that belong to no day, in the order of their columns. */
export const SEPARATE_FIGURES = ['overdueLoad', 'unplannedLoad', 'withoutEstimate'] as const;

interface Props {
  groups: readonly GroupLoad[];
  columns: readonly LoadColumn[];
  axis: CapacityAxis;
  step: LoadStep;
  today: string;
  /** The assumed overtime in percent: 0 is the normal capacity, 100 the maximum. */
  overtimePercent: number;
  /** The index of the group that the chart shows. */
  chartGroupIndex: number;
  /** Whether the grid still shows the previous period, because the new figures are loading. */
  isWaiting: boolean;
  onChoose: (group: GroupLoad) => void;
  onOpen: (group: GroupLoad, loadKind: LoadKind, column: LoadColumn | null) => void;
}

const ROW_HEIGHT_PX = 48;
const HEAD_HEIGHT_PX = 44;
const NAME_WIDTH_PX = 184;
const CELL_WIDTH_PX = 116;
const PAGE_ROWS = 8;

/**
 * The grid of groups and days. It renders only the cells near the visible part. Its header row and
 * first column do not scroll. The grid has the focus, and the arrow keys move the active cell.
 *
 * `@blueprintjs/table` is not used, because its cells have no role and no name for screen readers, and
 * because it does not use the CSS variables for the colours of the product.
 */
export function LoadGrid(props: Props) {
  const {
    groups,
    columns,
    axis,
    step,
    today,
    overtimePercent,
    chartGroupIndex,
    isWaiting,
    onChoose,
    onOpen,
  } = props;
  const t = useT();
  const id = useId();
  const scrollRef = useRef<HTMLDivElement>(null);
  // Column 0 has the names. The next columns have the figures that belong to no day, then the days.
  const [activeCell, setActiveCell] = useState({ row: 0, column: 0 });
  // Several keys may be pressed before the next render, so the key handler reads this ref.
  const latestActiveCell = useRef(activeCell);
  latestActiveCell.current = activeCell;
  const separateFigureCount = SEPARATE_FIGURES.length;
  const [lastRow, lastColumn] = [groups.length - 1, columns.length + separateFigureCount];
  const rowVirtualizer = useVirtualizer({
    count: groups.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 6,
    scrollPaddingStart: HEAD_HEIGHT_PX,
    initialRect: { width: 1200, height: 600 },
  });
  const columnVirtualizer = useVirtualizer({
    horizontal: true,
    count: columns.length + separateFigureCount,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => CELL_WIDTH_PX,
    overscan: 4,
    scrollPaddingEnd: NAME_WIDTH_PX,
    initialRect: { width: 1200, height: 600 },
  });
  useEffect(() => {
    setActiveCell((before) => ({
      row: Math.max(0, Math.min(before.row, lastRow)),
      column: Math.min(before.column, lastColumn),
    }));
  }, [lastRow, lastColumn]);

  const moveToCell = (row: number, column: number) => {
    const next = {
      row: Math.max(0, Math.min(row, lastRow)),
      column: Math.max(0, Math.min(column, lastColumn)),
    };
    latestActiveCell.current = next;
    setActiveCell(next);
    rowVirtualizer.scrollToIndex(next.row);
    if (next.column > 0) columnVirtualizer.scrollToIndex(next.column - 1);
    else scrollRef.current?.scrollTo({ left: 0 });
  };
  const openCell = (row: number, column: number) => {
    const group = groups[row];
    if (!group) return;
    if (column === 0) onChoose(group);
    else if (column <= separateFigureCount) onOpen(group, SEPARATE_FIGURES[column - 1]!, null);
    else onOpen(group, 'plannedLoad', columns[column - 1 - separateFigureCount]!);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = latestActiveCell.current;
    const jumpsToEdge = event.ctrlKey || event.metaKey;
    switch (event.key) {
      case 'ArrowDown':
        moveToCell(row + 1, column);
        break;
      case 'ArrowUp':
        moveToCell(row - 1, column);
        break;
      case 'ArrowRight':
        moveToCell(row, column + 1);
        break;
      case 'ArrowLeft':
        moveToCell(row, column - 1);
        break;
      case 'PageDown':
        moveToCell(row + PAGE_ROWS, column);
        break;
      case 'PageUp':
        moveToCell(row - PAGE_ROWS, column);
        break;
      case 'Home':
        moveToCell(jumpsToEdge ? 0 : row, 0);
        break;
      case 'End':
        moveToCell(jumpsToEdge ? lastRow : row, lastColumn);
        break;
      case 'Enter':
      case ' ':
        openCell(row, column);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const cell = (event.target as Element).closest('[role="gridcell"], [role="rowheader"]');
    const rowElement = cell?.closest('[role="row"]');
    if (!cell || !rowElement) return;
    const row = Number(rowElement.getAttribute('aria-rowindex')) - 2;
    const column = Number(cell.getAttribute('aria-colindex')) - 1;
    setActiveCell({ row, column });
    openCell(row, column);
  };
  const visibleColumns = columnVirtualizer.getVirtualItems();
  const gap = <span style={{ inlineSize: visibleColumns[0]?.start ?? 0, flex: 'none' }} />;
  const makeCellProps = (row: number, column: number) => ({
    id: `${id}-${row}-${column}`,
    columnIndex: column + 1,
    isActive: activeCell.row === row && activeCell.column === column,
  });
  return (
    <div
      ref={scrollRef}
      className="load-grid"
      role="grid"
      tabIndex={0}
      aria-label={t('capacityLoad')}
      aria-rowcount={groups.length + 1}
      aria-colcount={lastColumn + 1}
      aria-activedescendant={`${id}-${activeCell.row}-${activeCell.column}`}
      aria-busy={isWaiting}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div
        role="row"
        aria-rowindex={1}
        className="load-row load-head"
        style={{ inlineSize: NAME_WIDTH_PX + columnVirtualizer.getTotalSize() }}
      >
        <div role="columnheader" aria-colindex={1} className="load-name">
          {t('workGroup')}
        </div>
        {gap}
        {visibleColumns.map(({ index }) => (
          <ColumnHead
            key={index}
            columnIndex={index + 2}
            separateFigure={SEPARATE_FIGURES[index] ?? null}
            column={columns[index - separateFigureCount] ?? null}
            step={step}
            today={today}
          />
        ))}
      </div>
      <div
        role="rowgroup"
        className="load-body"
        style={{
          blockSize: rowVirtualizer.getTotalSize(),
          inlineSize: NAME_WIDTH_PX + columnVirtualizer.getTotalSize(),
        }}
      >
        {rowVirtualizer.getVirtualItems().map(({ index: row, start }) => {
          const group = groups[row]!;
          return (
            <div
              key={group.id ?? 0}
              role="row"
              aria-rowindex={row + 2}
              aria-selected={row === chartGroupIndex}
              className="load-row"
              style={{ transform: `translateY(${start}px)` }}
            >
              <NameCell group={group} axis={group[axis]} {...makeCellProps(row, 0)} />
              {gap}
              {visibleColumns.map(({ index }) =>
                index < separateFigureCount ? (
                  <SeparateFigureCell
                    key={index}
                    axis={group[axis]}
                    separateFigure={SEPARATE_FIGURES[index]!}
                    {...makeCellProps(row, index + 1)}
                  />
                ) : (
                  <PeriodCell
                    key={index}
                    axis={group[axis]}
                    column={columns[index - separateFigureCount]!}
                    overtimePercent={overtimePercent}
                    today={today}
                    {...makeCellProps(row, index + 1)}
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
