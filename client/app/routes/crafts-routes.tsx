import { NavLink, useParams } from 'react-router-dom';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import { useT } from '#client/kit/words/t.ts';
import { CRAFT_TYPES, craftsPage } from './entity-pages.ts';
import { EntityEditRoute } from './entity-edit-route.tsx';
import { NotFoundPage } from '../login/not-found-page.tsx';
import '#client/kit/look/tabs.css';

const EntityListPage = fetchWhenDrawn(
  'EntityListPage',
  () => import('#client/crud/list/entity-list-page.tsx'),
);

const isType = (type: string | undefined): type is string => CRAFT_TYPES.includes(type as never);

/** The crafts of one type, with a tab for each type. */
export function CraftsListRoute() {
  const t = useT();
  const { type } = useParams();
  if (!isType(type)) return <NotFoundPage />;
  const page = craftsPage(type);
  const tabs = (
    <nav className="tabs" aria-label={t('craftType')}>
      {CRAFT_TYPES.map((one) => (
        <NavLink key={one} to={craftsPage(one).listPath}>
          {t(one)}
        </NavLink>
      ))}
    </nav>
  );
  return <EntityListPage key={page.listPath} page={page} tabs={tabs} />;
}

/** One craft; its type is part of the address. */
export function CraftsEditRoute() {
  const { type } = useParams();
  return isType(type) ? <EntityEditRoute page={craftsPage(type)} /> : <NotFoundPage />;
}
