import { Button, InputGroup } from '@blueprintjs/core';
import { InfoSignIcon, PinIcon, SearchIcon, SplitColumnsIcon, SwapHorizontalIcon } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useDebouncedText } from '#client/kit/elements/use-debounced.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { canMoveGroup, canSplit, isRunning, type PlanBar } from './make-gantt-model.ts';
import type { OperationStates } from './operation-state-reader.ts';
import type { PinActions } from './operation-card.tsx';
import { nameShare, type PlanNames } from './plan-names.ts';
import { describeBound, formatInstant, formatLateness, formatSpan } from './plan-words.ts';

interface Props {
  names: PlanNames;
  bars: readonly PlanBar[];
  /** The current states of the operations; null until they are read. */
  states: OperationStates | null;
  activeTask: number | null;
  onActivate: (bar: PlanBar) => void;
  /** The functions that open the dialogs of an operation; null if the user may not change processes. */
  actions: Pick<PinActions, 'onPin' | 'onSplit' | 'onMove'> | null;
}

const ROW_HEIGHT_PX = 40;

/**
 * Shows the operations of a plan as a table, with the same actions as the chart. Renders only the rows near the visible
 * part.
 */
export function PlanTable({ names, bars, states, activeTask, onActivate, actions }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const scrollRef = useRef<HTMLDivElement>(null);
  const [typedText, setTypedText] = useState('');
  const query = useDebouncedText(typedText.trim().toLocaleLowerCase(), 150);
  const rows = useMemo(() => {
    const sortedBars = bars.toSorted((a, b) => a.start - b.start || a.task - b.task);
    if (query === '') return sortedBars;
    return sortedBars.filter(({ source, machine }) =>
      [
        names.nameOrder(source.orderId),
        source.partCode,
        source.partName,
        source.name,
        names.nameMachine(machine),
      ].some((text) => text.toLocaleLowerCase().includes(query)),
    );
  }, [bars, names, query]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 12,
    initialRect: { width: 1200, height: 600 },
  });
  const items = virtualizer.getVirtualItems();
  const spaceAbovePx = items[0]?.start ?? 0;
  const spaceBelowPx = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="plan-table">
      <div className="gantt-tools">
        <InputGroup
          leftIcon={<SearchIcon />}
          type="search"
          value={typedText}
          placeholder={t('findInPlan')}
          aria-label={t('findInPlan')}
          onChange={(event) => setTypedText(event.target.value)}
        />
        <span className="plan-count" role="status">
          {t('tableRows', { count: rows.length })}
        </span>
      </div>
      <div ref={scrollRef} className="plan-table-scroller" role="region" aria-label={t('planAsTable')}>
        <table className="plain-table" aria-rowcount={rows.length + 1}>
          <TableHead
            heads={[
              t('workOrder'),
              t('part'),
              t('process'),
              t('device'),
              t('operationTime'),
              t('neededBy'),
              t('whyThen'),
              { words: t('operationDetails'), hidden: true },
            ]}
          />
          <tbody>
            {spaceAbovePx > 0 && (
              <tr aria-hidden="true">
                <td colSpan={8} style={{ blockSize: spaceAbovePx, padding: 0 }} />
              </tr>
            )}
            {items.map(({ index }) => {
              const bar = rows[index]!;
              const { source } = bar;
              const lateBy = names.orders.get(bar.order)?.lateBy ?? 0;
              const name = names.nameTask(bar.task);
              return (
                <tr
                  key={bar.task}
                  aria-rowindex={index + 2}
                  className={bar.task === activeTask ? 'is-active' : undefined}
                >
                  <td>
                    <Link to={`/order/${bar.order}`}>{names.nameOrder(bar.order)}</Link>
                    {lateBy > 0 && (
                      <span className="bar-late" title={t('lateByTime', { time: formatLateness(lateBy, t) })}>
                        {' '}
                        <span aria-hidden="true">◆</span>
                        <span className="visually-hidden">{t('operationsLate')}</span>
                      </span>
                    )}
                  </td>
                  <td>{source.partName}</td>
                  <td>
                    {source.seq} {source.name}
                    {source.share && (
                      <span title={t('operationShare', { ...source.share })}>
                        {nameShare(source)} · {formatNumber(source.share.quantity)}
                      </span>
                    )}
                  </td>
                  <td>{names.nameMachine(bar.machine) || '—'}</td>
                  <td className="plan-times">{formatSpan(bar.start, bar.end, zone)}</td>
                  <td className="plan-times">
                    {source.needBy === null ? '—' : formatInstant(source.needBy, zone)}
                  </td>
                  <td className="plan-why">{describeBound(source, names, t)}</td>
                  <td className="plan-actions">
                    <Button
                      variant="minimal"
                      size="small"
                      icon={<InfoSignIcon />}
                      aria-label={`${t('operationDetails')}: ${name}`}
                      onClick={() => onActivate(bar)}
                    />
                    {actions && !isRunning(source, states) && (
                      <Button
                        variant="minimal"
                        size="small"
                        icon={<PinIcon />}
                        aria-label={`${t('pinOperation')}: ${name}`}
                        onClick={() => actions.onPin(bar)}
                      />
                    )}
                    {actions && canSplit(source) && (
                      <Button
                        variant="minimal"
                        size="small"
                        icon={<SplitColumnsIcon />}
                        aria-label={`${t(source.share ? 'changeSplitAction' : 'splitOperationAction')}: ${name}`}
                        onClick={() => actions.onSplit(bar)}
                      />
                    )}
                    {actions && canMoveGroup(source, states) && (
                      <Button
                        variant="minimal"
                        size="small"
                        icon={<SwapHorizontalIcon />}
                        aria-label={`${t('moveToGroup')}: ${name}`}
                        onClick={() => actions.onMove(bar)}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
            {spaceBelowPx > 0 && (
              <tr aria-hidden="true">
                <td colSpan={8} style={{ blockSize: spaceBelowPx, padding: 0 }} />
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}
