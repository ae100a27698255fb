import { Button, Drawer } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { LoadedProcess } from '#shared/answers/capacity-load.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { CapacityAxis } from '#shared/planning/group-capacity.ts';
import { ListEmpty } from '#client/kit/tables/list-empty.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { formatDuration, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useLoadDetails, type ChosenLoad } from './use-capacity-load.ts';
import './load-drawer.css';

interface Props {
  figure: ChosenLoad;
  axis: CapacityAxis;
  /** The name of the group. */
  name: string;
  onClose: () => void;
}

const ROWS_PER_STEP = 100;
const formatMinutes = (minutes: number): string => formatDuration(minutes * 60);

/** Formats the planned days of a process: one day, or the first and the last day. */
const formatPlan = ({ plannedStart, plannedEnd }: LoadedProcess): string => {
  const days = [...new Set([plannedStart, plannedEnd].filter((day) => day !== null))];
  return days.length === 0 ? '—' : days.map((day) => day.slice(5)).join(' – ');
};

/**
 * Lists the processes and the unplanned tasks that a figure of the grid includes. The figure is the sum of their
 * minutes. The figure "without an estimate" is a number of processes.
 */
export function LoadDrawer({ figure, axis, name, onClose }: Props) {
  const t = useT();
  const user = useUser();
  const [shownRowCount, setShownRowCount] = useState(ROWS_PER_STEP);
  const { data, isError, refetch } = useLoadDetails(axis, figure);
  const { loadKind, from, to } = figure;
  const hasEstimate = loadKind !== 'withoutEstimate';
  const kindText = loadKind === 'plannedLoad' ? (from === to ? from : `${from} – ${to}`) : t(loadKind);
  const title = `${name} · ${kindText} · ${t(axis)}`;
  const mayOpenOrders = hasPermission(user, 'WORK_ORDER');
  const entryCount = data ? data.rows.length + data.tasks.length : 0;
  const hiddenRowCount = (data?.rows.length ?? 0) - shownRowCount;
  return (
    <Drawer isOpen onClose={onClose} position="right" size="min(860px, 96vw)" title={title}>
      <section className="load-drawer" aria-label={title}>
        {loadKind !== 'plannedLoad' && <p className="load-about">{t(`${loadKind}Hint`)}</p>}
        {data && entryCount > 0 && (
          <p className="load-sum" role="status">
            {hasEstimate
              ? t('loadSum', { count: entryCount, hours: formatMinutes(data.minutes) })
              : `${t('processes')}: ${formatNumber(data.rows.length, 0)}`}
          </p>
        )}
        {!data && !isError && <span className="skeleton" aria-busy="true" />}
        {(isError || (data && entryCount === 0)) && (
          <div className="load-nothing">
            <ListEmpty failed={isError} onRetry={() => void refetch()}>
              <p>{t('noLoadHere')}</p>
            </ListEmpty>
          </div>
        )}
        {data && entryCount > 0 && (
          <table className="plain-table">
            <TableHead
              heads={[
                t('workOrder'),
                t('part'),
                t('process'),
                { words: t('remainingPieces'), className: 'figure' },
                t('daysOfPlan'),
                ...(hasEstimate
                  ? [
                      { words: t('loadInCell'), className: 'figure' },
                      { words: t('remainingWork'), className: 'figure' },
                    ]
                  : []),
              ]}
            />
            <tbody>
              {data.rows.slice(0, shownRowCount).map((row) => (
                <tr key={row.processId}>
                  <td>
                    {mayOpenOrders ? (
                      <Link to={`/order/${row.orderId}`}>{row.orderCode}</Link>
                    ) : (
                      row.orderCode
                    )}
                  </td>
                  <td>
                    {row.partCode} <span className="load-minor">{row.partName}</span>
                  </td>
                  <td>
                    {row.seq} {row.name}
                  </td>
                  <td className="figure">{formatNumber(row.remainingQuantity)}</td>
                  <td>
                    {formatPlan(row)}
                    {row.kind === 'overdue' && (
                      <span className="load-late">
                        <span aria-hidden="true">◆</span> {t('overdueLoad')}
                      </span>
                    )}
                  </td>
                  {hasEstimate && <td className="figure">{formatMinutes(row.minutes)}</td>}
                  {hasEstimate && (
                    <td className="figure load-minor">{formatMinutes(row.remainingMinutes ?? 0)}</td>
                  )}
                </tr>
              ))}
              {data.tasks.map(({ taskId, name: taskName, reason, people, minutes }) => (
                <tr key={`task ${taskId}`}>
                  <td colSpan={5}>
                    {t(reason === null ? 'outsidePlan' : 'extraProcess')} · {taskName}{' '}
                    <span className="load-minor">
                      {[reason, t('peopleToday', { count: people })].filter(Boolean).join(' · ')}
                    </span>
                  </td>
                  <td className="figure">{formatMinutes(minutes)}</td>
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {hiddenRowCount > 0 && (
          <Button
            text={t('moreProcesses', { count: Math.min(hiddenRowCount, ROWS_PER_STEP) })}
            onClick={() => setShownRowCount(shownRowCount + ROWS_PER_STEP)}
          />
        )}
      </section>
    </Drawer>
  );
}
