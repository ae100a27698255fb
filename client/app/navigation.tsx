import {
  BuildIcon,
  BoxIcon,
  CalendarIcon,
  ClipboardIcon,
  DiagramTreeIcon,
  DollarIcon,
  FlowLinearIcon,
  GanttChartIcon,
  GlobeIcon,
  HomeIcon,
  IdNumberIcon,
  InboxIcon,
  KeyIcon,
  LabelIcon,
  MenuClosedIcon,
  MenuOpenIcon,
  OfficeIcon,
  PeopleIcon,
  MobilePhoneIcon,
  NotificationsIcon,
  StopwatchIcon,
  TimeIcon,
  TimelineBarChartIcon,
  TimelineEventsIcon,
  PresentationIcon,
  TruckIcon,
  VerticalDistributionIcon,
  WrenchIcon,
} from '@blueprintjs/icons';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useReports } from '#client/crud/report/use-reports.ts';
import { useUser } from '#client/kit/session.ts';
import { useT } from '#client/kit/t.ts';
import { menuFor, type MenuIcon, type MenuItem } from './menu.ts';
import { ProductMark } from './product-mark.tsx';

const ICONS: Record<MenuIcon, ComponentType<{ size?: number }>> = {
  home: HomeIcon,
  order: ClipboardIcon,
  progress: GanttChartIcon,
  call: NotificationsIcon,
  rule: StopwatchIcon,
  wall: PresentationIcon,
  terminal: MobilePhoneIcon,
  factory: GlobeIcon,
  department: DiagramTreeIcon,
  employee: IdNumberIcon,
  role: KeyIcon,
  group: PeopleIcon,
  device: BuildIcon,
  craft: WrenchIcon,
  cost: DollarIcon,
  customer: OfficeIcon,
  supplier: TruckIcon,
  material: BoxIcon,
  unit: VerticalDistributionIcon,
  line: FlowLinearIcon,
  shelf: InboxIcon,
  classification: LabelIcon,
  shifts: TimeIcon,
  roster: TimelineEventsIcon,
  holiday: CalendarIcon,
  report: TimelineBarChartIcon,
};

const isHere = (item: MenuItem, pathname: string): boolean => {
  const under = item.under ?? item.path;
  return item.path === '/' ? pathname === '/' : pathname === under || pathname.startsWith(`${under}/`);
};

interface Props {
  collapsed: boolean;
  onCollapse: () => void;
}

/** The navigation: what the person may open, collapsible to icons. */
export function Navigation({ collapsed, onCollapse }: Props) {
  const t = useT();
  const user = useUser();
  const { data: reports } = useReports();
  const { pathname } = useLocation();
  return (
    <nav className="navigation" aria-label={t('navigation')}>
      <Link to="/" className="navigation-brand">
        <ProductMark size={26} />
        <span className="navigation-text">{t('productName')}</span>
      </Link>
      <div className="navigation-items">
        {menuFor(user, reports).map((group, index) => (
          <div key={group.title ?? index} className="navigation-group">
            {group.title && <h2 className="navigation-heading">{t(group.title)}</h2>}
            <ul>
              {group.items.map((item) => {
                const Icon = ICONS[item.icon];
                const here = isHere(item, pathname);
                return (
                  <li key={item.path}>
                    <Link
                      to={item.path}
                      className={here ? 'navigation-item here' : 'navigation-item'}
                      aria-current={here ? 'page' : undefined}
                      title={collapsed ? t(item.title) : undefined}
                    >
                      <Icon size={16} />
                      <span className="navigation-text">{t(item.title)}</span>
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
      <button
        type="button"
        className="navigation-item navigation-collapse"
        aria-expanded={!collapsed}
        aria-label={t(collapsed ? 'expandMenu' : 'collapseMenu')}
        onClick={onCollapse}
      >
        {collapsed ? <MenuOpenIcon /> : <MenuClosedIcon />}
        <span className="navigation-text">{t('collapseMenu')}</span>
      </button>
    </nav>
  );
}
