import { type ReactNode } from 'react';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { EntityPage } from '#client/crud/entity-page.ts';

const EntityListPage = fetchWhenDrawn(
  'EntityListPage',
  () => import('#client/crud/list/entity-list-page.tsx'),
);
const SingleRecordPage = fetchWhenDrawn(
  'SingleRecordPage',
  () => import('#client/crud/edit/single-record-page.tsx'),
);

interface Props {
  page: EntityPage;
  /** What stands between its heading and the filters. */
  tabs?: ReactNode;
}

/** The generated list at an entity's address; of what a factory has one of, its form. */
export function EntityListRoute({ page, tabs }: Props) {
  const Page = page.single ? SingleRecordPage : EntityListPage;
  return <Page key={page.listPath} page={page} tabs={tabs} />;
}
