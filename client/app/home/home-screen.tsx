import { addDays } from '#shared/rules/days.ts';
import { dayIn } from '#client/kit/words/formats.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useZone } from '#client/kit/words/use-zone.ts';
import { can, PRODUCTION } from '#shared/kernel/permissions.ts';
import type { CurrentUser } from '#shared/kernel/wire.ts';
import type { ComponentProps } from 'react';
import { CountTile } from './count-tile.tsx';
import { LatestReports } from './latest-reports.tsx';
import './home-screen.css';

/** A filter for orders that are not completed yet. */
const OPEN = { any: ['released', 'inProgress', 'suspended'] };

/** Returns the counts on the start page. `may` tells whether a user may see a count. */
const tilesOn = (
  today: string,
): (ComponentProps<typeof CountTile> & { may: (user: CurrentUser) => boolean })[] => {
  const mayOrders = (user: CurrentUser) => can(user, 'WORK_ORDER');
  return [
    {
      entity: 'workOrder',
      filter: { state: { any: ['inProgress'] } },
      title: 'ordersInProgress',
      tone: 'running',
      may: mayOrders,
    },
    {
      entity: 'workOrder',
      filter: { state: OPEN, dueDate: { from: '', to: addDays(today, -1) } },
      title: 'ordersLate',
      tone: 'late',
      may: mayOrders,
    },
    {
      entity: 'workOrder',
      filter: { state: OPEN, dueDate: { from: today, to: addDays(today, 7) } },
      title: 'ordersDueSoon',
      tone: 'action',
      may: mayOrders,
    },
    {
      entity: 'process',
      filter: { state: { any: ['processing'] } },
      title: 'processesRunning',
      tone: 'running',
      may: (user) => can(user, PRODUCTION),
    },
    {
      entity: 'device',
      filter: { status: { any: ['repair'] } },
      title: 'devicesInRepair',
      tone: 'late',
      may: (user) => can(user, 'SYSTEM_BASIC_DEVICE') && can(user, 'SYSTEM_BASIC'),
    },
  ];
};

/** The start page: counts of abnormal conditions and the latest reports. */
export function HomeScreen() {
  const t = useT();
  const user = useUser();
  const today = dayIn(useZone());
  return (
    <div className="home-screen">
      <h1>{t('greeting', { name: user.name })}</h1>
      <div className="home-tiles">
        {tilesOn(today)
          .filter(({ may }) => may(user))
          .map(({ may: _may, ...tile }) => (
            <CountTile key={tile.title} {...tile} />
          ))}
      </div>
      {can(user, PRODUCTION) && <LatestReports />}
    </div>
  );
}
