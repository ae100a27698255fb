import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { EntityPage } from '../entity-page.ts';

const EntityListPage = fetchOnFirstRender('EntityListPage', () => import('../list/entity-list-page.tsx'));
const SingleRecordPage = fetchOnFirstRender(
  'SingleRecordPage',
  () => import('../edit/single-record-page.tsx'),
);

/** The generated list of an entity. An entity with a single record has a form instead of a list. */
export function EntityListRoute({ page }: { page: EntityPage }) {
  const { isSingle, tabs: Tabs, listPath } = page;
  if (isSingle) return <SingleRecordPage key={listPath} page={page} />;
  return <EntityListPage key={listPath} page={page} tabs={Tabs && <Tabs />} />;
}
