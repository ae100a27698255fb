import { line, scaleLinear } from 'd3';
import { useMemo, useRef, type CSSProperties } from 'react';
import { ChangedValue } from '../changed-value.tsx';
import { useBoxSize } from '../use-box-size.ts';
import { useRowFit } from '../use-rows-that-fit.ts';
import { TileMessage } from '../../tile/tile-card.tsx';
import './chart.css';
import './pareto.css';

export interface ParetoItem {
  readonly key: string;
  readonly name: string;
  readonly value: number;
}
/** An item, and the summed share in percent of this item and of all before it. */
interface RankedItem extends ParetoItem {
  readonly cumulatedPercent: number;
}

const OTHER_ITEMS_KEY = 'others';

const compareItems = (one: ParetoItem, other: ParetoItem): number =>
  other.value - one.value || one.key.localeCompare(other.key);

export const sumParetoItems = (items: readonly ParetoItem[]): number =>
  items.reduce((sum, { value }) => sum + value, 0);

/**
 * Ranks items by value, the largest first. If there are more items than `maxRows`, the last row sums up the other
 * items, unless `maxRows` is 1.
 * @param maxRows the number of rows; at least one
 */
function rankItems(
  items: readonly ParetoItem[],
  maxRows: number,
  nameOthers: (count: number) => string,
): RankedItem[] {
  const sortedItems = [...items].sort(compareItems);
  const otherItems = sortedItems.length > maxRows && maxRows > 1 ? sortedItems.slice(maxRows - 1) : [];
  const shownItems =
    otherItems.length > 0 ? sortedItems.slice(0, maxRows - 1) : sortedItems.slice(0, maxRows);
  if (otherItems.length > 0)
    shownItems.push({
      key: OTHER_ITEMS_KEY,
      name: nameOthers(otherItems.length),
      value: sumParetoItems(otherItems),
    });
  const total = sumParetoItems(sortedItems);
  let sum = 0;
  return shownItems.map((item) => {
    sum += item.value;
    return { ...item, cumulatedPercent: (sum / total) * 100 };
  });
}

/** Draws the bars of the items, and the line of their cumulated shares from 0 to 100 %. */
function ParetoBars({ rankedItems, rowHeight }: { rankedItems: readonly RankedItem[]; rowHeight: number }) {
  const [boxRef, size] = useBoxSize();
  const width = size?.width ?? 0;
  const scaleValue = scaleLinear([0, Math.max(1e-9, ...rankedItems.map(({ value }) => value))], [0, width]);
  const scaleShare = scaleLinear([0, 100], [0, Math.max(0, width - 8)]);
  const getRowMiddle = (index: number) => (index + 0.5) * rowHeight;
  const drawLine = line<RankedItem>(
    ({ cumulatedPercent }) => scaleShare(cumulatedPercent),
    (_, index) => getRowMiddle(index),
  );
  return (
    <div className="pareto-bars" ref={boxRef} aria-hidden="true">
      {width > 0 && (
        <svg className="chart" width={width} height={rowHeight * rankedItems.length}>
          <line className="chart-baseline" x1={0} x2={0} y1={0} y2={rowHeight * rankedItems.length} />
          {rankedItems.map(({ key, value }, index) => (
            <rect
              key={key}
              className={key === OTHER_ITEMS_KEY ? 'pareto-bar is-rest' : 'pareto-bar'}
              x={0}
              y={index * rowHeight + rowHeight * 0.2}
              width={scaleValue(value)}
              height={rowHeight * 0.6}
            />
          ))}
          <path className="pareto-line" d={drawLine(rankedItems) ?? ''} />
          {rankedItems.map(({ key, cumulatedPercent }, index) => (
            <circle
              key={key}
              className="pareto-point"
              cx={scaleShare(cumulatedPercent)}
              cy={getRowMiddle(index)}
              r={7}
            />
          ))}
        </svg>
      )}
    </div>
  );
}

interface Props {
  /** The items with a value above zero. */
  items: readonly ParetoItem[];
  format: (value: number) => string;
  nameOthers: (count: number) => string;
  /** The text that is shown if there are no items. */
  emptyText: string;
}

/** Shows the largest items as bars with their values, and their cumulated share as a line. */
export function ParetoRows({ items, format, nameOthers, emptyText }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLDivElement>(null);
  const fit = useRowFit(box, probe);
  const rankedItems = useMemo(
    () => (fit ? rankItems(items, Math.max(1, fit.rowCount), nameOthers) : []),
    [items, fit, nameOthers],
  );
  const rowHeight = Math.min(fit?.rowHeight ?? 0, (probe.current?.offsetHeight ?? 0) * 1.6);
  const style: CSSProperties = { blockSize: rowHeight, lineHeight: `${rowHeight}px` };
  return (
    <div className="pareto-rows" ref={box}>
      <div className="pareto-row pareto-probe" ref={probe} aria-hidden="true" />
      {items.length === 0 ? (
        <TileMessage>{emptyText}</TileMessage>
      ) : (
        <>
          <div className="pareto-names">
            {rankedItems.map(({ key, name }) => (
              <span key={key} className={key === OTHER_ITEMS_KEY ? 'cut quiet' : 'cut'} style={style}>
                {name}
              </span>
            ))}
          </div>
          <ParetoBars rankedItems={rankedItems} rowHeight={rowHeight} />
          <div className="pareto-figures">
            {rankedItems.map(({ key, value, cumulatedPercent }) => (
              <span key={key} data-row={key} style={style}>
                <ChangedValue className="pareto-value">{format(value)}</ChangedValue>
                <span className="pareto-percent">{`${Math.round(cumulatedPercent)} %`}</span>
              </span>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
