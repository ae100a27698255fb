import { addDays } from '#client/kit/fields/calendar-days.ts';
import { dayIn } from '#client/kit/formats.ts';
import { useUser } from '#client/kit/session.ts';
import { useT } from '#client/kit/t.ts';
import { useZone } from '#client/kit/use-zone.ts';
import { can, PRODUCTION } from '#shared/kernel/permissions.ts';
import { CountTile } from './count-tile.tsx';
import { LatestReports } from './latest-reports.tsx';
import './home-screen.css';

const OPEN_STATES = ['released', 'inProgress', 'suspended'];

/** What somebody sees first: how many things are as they should not be, and what was reported last. */
export function HomeScreen() {
  const t = useT();
  const user = useUser();
  const today = dayIn(useZone());
  const yesterday = addDays(today, -1);
  const soon = addDays(today, 7);
  const mayOrders = can(user, 'WORK_ORDER');
  const mayDevices = can(user, 'SYSTEM_BASIC_DEVICE') && can(user, 'SYSTEM_BASIC');
  const mayProduction = can(user, PRODUCTION);
  const open = OPEN_STATES.join(',');
  return (
    <div className="home-screen">
      <h1>{t('greeting', { name: user.name })}</h1>
      <div className="home-tiles">
        {mayOrders && (
          <>
            <CountTile
              entity="workOrder"
              filter={{ state: ['inProgress'] }}
              title="ordersInProgress"
              tone="running"
              to="/order?state=inProgress"
            />
            <CountTile
              entity="workOrder"
              filter={{ state: OPEN_STATES, dueDate: { to: yesterday } }}
              title="ordersLate"
              tone="late"
              to={`/order?state=${open}&dueDate=..${yesterday}`}
            />
            <CountTile
              entity="workOrder"
              filter={{ state: OPEN_STATES, dueDate: { from: today, to: soon } }}
              title="ordersDueSoon"
              tone="action"
              to={`/order?state=${open}&dueDate=${today}..${soon}`}
            />
          </>
        )}
        {mayProduction && (
          <CountTile
            entity="process"
            filter={{ state: ['processing'] }}
            title="processesRunning"
            tone="running"
          />
        )}
        {mayDevices && (
          <CountTile
            entity="device"
            filter={{ status: ['repair'] }}
            title="devicesInRepair"
            tone="late"
            to="/system/basic/device?status=repair"
          />
        )}
      </div>
      {mayProduction && <LatestReports />}
    </div>
  );
}
