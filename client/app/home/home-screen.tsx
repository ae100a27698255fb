import { addDays } from '#shared/rules/days.ts';
import { toLocalDay } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { hasPermission, PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ComponentProps } from 'react';
import { CountTile } from './count-tile.tsx';
import { FirstSteps } from './first-steps/first-steps.tsx';
import { LatestReports } from './latest-reports.tsx';
import './home-screen.css';

const UNFINISHED_ORDERS_FILTER = { any: ['released', 'inProgress', 'suspended'] };

/** Returns the tiles of the start page. `isVisibleTo` tells whether a user may see the tile. */
const buildHomeTiles = (
  today: string,
): (ComponentProps<typeof CountTile> & { isVisibleTo: (user: CurrentUser) => boolean })[] => {
  const maySeeOrders = (user: CurrentUser) => hasPermission(user, 'WORK_ORDER');
  return [
    {
      entity: 'workOrder',
      filter: { state: { any: ['inProgress'] } },
      title: 'ordersInProgress',
      tone: 'running',
      isVisibleTo: maySeeOrders,
    },
    {
      entity: 'workOrder',
      filter: { state: UNFINISHED_ORDERS_FILTER, dueDate: { from: '', to: addDays(today, -1) } },
      title: 'ordersLate',
      tone: 'late',
      isVisibleTo: maySeeOrders,
    },
    {
      entity: 'workOrder',
      filter: { state: UNFINISHED_ORDERS_FILTER, dueDate: { from: today, to: addDays(today, 7) } },
      title: 'ordersDueSoon',
      tone: 'action',
      isVisibleTo: maySeeOrders,
    },
    {
      entity: 'process',
      filter: { state: { any: ['processing'] } },
      title: 'processesRunning',
      tone: 'running',
      isVisibleTo: (user) => hasPermission(user, PRODUCTION_PERMISSION),
    },
    {
      entity: 'device',
      filter: { status: { any: ['repair'] } },
      title: 'devicesInRepair',
      tone: 'late',
      isVisibleTo: (user) =>
        hasPermission(user, 'SYSTEM_BASIC_DEVICE') && hasPermission(user, 'SYSTEM_BASIC'),
    },
  ];
};

/**
 * The start page: first steps, counts of orders, processes and devices, and the latest work reports, as far
 * as the user may see them.
 */
export function HomeScreen() {
  const t = useT();
  const user = useUser();
  const today = toLocalDay(useTimeZone());
  return (
    <div className="home-screen">
      <h1>{t('greeting', { name: user.name })}</h1>
      <FirstSteps />
      <div className="home-tiles">
        {buildHomeTiles(today)
          .filter(({ isVisibleTo }) => isVisibleTo(user))
          .map(({ isVisibleTo: _isVisibleTo, ...tile }) => (
            <CountTile key={tile.title} {...tile} />
          ))}
      </div>
      {hasPermission(user, PRODUCTION_PERMISSION) && <LatestReports />}
    </div>
  );
}
