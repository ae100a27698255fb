import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ProjectOrder, ProjectOverview } from '#shared/planning/project-figures.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { Pager } from '#client/crud/list/pager.tsx';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber, toLocalDay } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { LateMark } from '#client/production/late-mark.tsx';
import { ProgressBar } from '#client/production/progress-bar.tsx';
import { makeOrderAxis } from './order-axis.ts';
import { OrderTimeline } from './order-timeline.tsx';
import '#client/kit/tables/plain-table.css';

const VIEWS = ['asTimeline', 'asOrderTable'] as const;
const ORDERS_PER_PAGE = 50;
const MINUTE_MS = 60_000;

function OrderTable({ orders, nameOf }: { orders: readonly ProjectOrder[]; nameOf: (id: number) => string }) {
  const t = useT();
  const user = useUser();
  const mayOpenOrder = hasPermission(user, 'WORK_ORDER');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard
    <div className="project-scroll" tabIndex={0} role="region" aria-labelledby="project-orders">
      <table className="plain-table">
        <thead>
          <tr>
            {(
              [
                'workOrder',
                'project',
                'orderState',
                'plannedStart',
                'dueDate',
                'lateOrAhead',
                'progress',
              ] as const
            ).map((term) => (
              <th key={term} scope="col">
                {t(term)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>
                {mayOpenOrder ? <Link to={`/order/${order.id}`}>{order.code}</Link> : order.code} {order.name}
              </td>
              <td>{nameOf(order.projectId)}</td>
              <td>
                <StateMark state={order.state} />
              </td>
              <td>{order.plannedStart}</td>
              <td>{order.dueDate ?? order.promisedDate}</td>
              <td>
                <LateMark order={order} />
              </td>
              <td className="project-progress">
                <ProgressBar percent={order.progress} label={t('progressOf', { name: order.code })} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Shows the orders of a project and of its sub-projects, as bars over time or as a table, page by page. */
export function ProjectOrders({ overview }: { overview: ProjectOverview }) {
  const t = useT();
  const zone = useTimeZone();
  const now = useServerTime(MINUTE_MS);
  const [view, setView] = useState<(typeof VIEWS)[number]>('asTimeline');
  const [page, setPage] = useState(1);
  const { orders, orderCount, projects } = overview;
  const shownOrders = orders.slice((page - 1) * ORDERS_PER_PAGE, page * ORDERS_PER_PAGE);
  const axis = makeOrderAxis(orders, toLocalDay(zone, now), now, zone);
  const nameOf = (id: number) => projects.find((project) => project.id === id)?.name ?? '';
  return (
    <section className="project-section">
      <div className="project-section-head">
        <h2 id="project-orders">{t('orderTimeline')}</h2>
        {orders.length > 0 && (
          <ChoiceSwitch label={t('orderTimeline')} choices={VIEWS} value={view} onChange={setView} />
        )}
      </div>
      {orders.length === 0 && <p className="project-note">{t('noOrdersInProject')}</p>}
      {orders.length > 0 && view === 'asTimeline' && (
        <OrderTimeline orders={shownOrders} axis={axis} now={now} zone={zone} />
      )}
      {orders.length > 0 && view === 'asOrderTable' && <OrderTable orders={shownOrders} nameOf={nameOf} />}
      {orders.length < orderCount && (
        <p className="project-note">
          {t('firstOrdersOnly', {
            shown: formatNumber(orders.length, 0),
            total: formatNumber(orderCount, 0),
          })}
        </p>
      )}
      <Pager
        page={page}
        total={orders.length}
        rowsPerPage={ORDERS_PER_PAGE}
        isLoading={false}
        onPage={setPage}
      />
    </section>
  );
}
