import { NavLink } from 'react-router-dom';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import { useT } from '#client/kit/words/t.ts';
import { EntityListRoute } from './entity-list-route.tsx';
import { pageOf } from './entity-pages.ts';
import './tabs.css';

const HolidayYearScreen = fetchWhenDrawn(
  'HolidayYearScreen',
  () => import('#client/features/calendar/holiday-year-screen.tsx'),
);

/** The two faces of the holidays: the year with its days, and the list of what was entered. */
export function HolidayRoute({ face }: { face: 'year' | 'list' }) {
  const t = useT();
  const tabs = (
    <nav className="tabs" aria-label={t('holidays')}>
      <NavLink to="/system/holiday" end>
        {t('yearView')}
      </NavLink>
      <NavLink to="/system/holiday/list">{t('listView')}</NavLink>
    </nav>
  );
  return face === 'year' ? (
    <HolidayYearScreen tabs={tabs} />
  ) : (
    <EntityListRoute page={pageOf('holiday')!} tabs={tabs} />
  );
}
