import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { ALL_PATH, getExceptionPath } from './quality-paths.ts';
import { QualityTabs } from './quality-tabs.tsx';
import { RaiseExceptionButton } from './raise-exception-button.tsx';

const exceptionListPage: EntityPage = {
  entity: entities.qualityException as EntityDeclaration,
  title: 'qualityExceptions',
  listPath: ALL_PATH,
  editPath: (row) => (row ? getExceptionPath(row.id) : ALL_PATH),
  firstColumnsOnPhone: ['code', 'state', 'quantity', 'errorClassId'],
};

/** The list of all exceptions. The tabs filter the list by state. */
export const QualityListScreen = () => (
  <EntityListPage page={exceptionListPage} tabs={<QualityTabs />} actions={<RaiseExceptionButton />} />
);
