import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { ALL_INSPECTIONS_PATH, getInspectionPath } from './inspection-paths.ts';
import { InspectionTabs } from './inspection-tabs.tsx';

const inspectionListPage: EntityPage = {
  entity: entities.inspection as EntityDeclaration,
  title: 'inspections',
  listPath: ALL_INSPECTIONS_PATH,
  editPath: (row) => (row ? getInspectionPath(row.id) : ALL_INSPECTIONS_PATH),
  firstColumnsOnPhone: ['code', 'state', 'inspectionKind', 'partCode'],
};

/** The list of all inspections. */
export const InspectionListScreen = () => (
  <EntityListPage page={inspectionListPage} tabs={<InspectionTabs />} />
);
