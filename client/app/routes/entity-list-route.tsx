import { lazy, type ReactNode } from 'react';
import type { EntityPage } from '#client/crud/entity-page.ts';

const EntityListPage = lazy(async () => ({
  default: (await import('#client/crud/list/entity-list-page.tsx')).EntityListPage,
}));
const SingleRecordPage = lazy(async () => ({
  default: (await import('#client/crud/edit/single-record-page.tsx')).SingleRecordPage,
}));

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
