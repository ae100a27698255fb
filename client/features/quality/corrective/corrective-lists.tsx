import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { ALL_CORRECTIVES_PATH, getCorrectivePath, MEASURES_PATH } from './corrective-paths.ts';
import { CorrectiveTabs } from './corrective-tabs.tsx';
import { DueDay } from './waiting-correctives.tsx';
import { StartCorrectiveButton } from './start-corrective-button.tsx';

/**
 * Makes the list of an entity read-only. Other dialogs and pages add and change corrective actions and their measures.
 */
const makeReadOnly = (entity: EntityDeclaration): EntityDeclaration => ({
  ...entity,
  verbs: ['page', 'get'],
});

const correctiveListPage: EntityPage = {
  entity: makeReadOnly(entities.correctiveAction as EntityDeclaration),
  title: 'correctiveActions',
  listPath: ALL_CORRECTIVES_PATH,
  editPath: (row) => (row ? getCorrectivePath(row.id) : ALL_CORRECTIVES_PATH),
  firstColumnsOnPhone: ['code', 'state', 'errorClassId', 'checkDueOn'],
};

const measureListPage: EntityPage = {
  entity: makeReadOnly(entities.correctiveMeasure as EntityDeclaration),
  title: 'correctiveMeasures',
  listPath: MEASURES_PATH,
  editPath: (row) => (row ? getCorrectivePath(row['correctiveId'] as number) : MEASURES_PATH),
  firstColumnsOnPhone: ['what', 'ownerId', 'dueOn', 'state'],
  cells: {
    dueOn: (row) => <DueDay day={String(row['dueOn'])} isOpen={row['state'] === 'measureOpen'} />,
  },
  cellWidths: { dueOn: () => 200 },
};

/** The list of corrective actions. */
export const CorrectiveListScreen = () => (
  <EntityListPage page={correctiveListPage} tabs={<CorrectiveTabs />} actions={<StartCorrectiveButton />} />
);

/** The list of the measures of all corrective actions. */
export const MeasureListScreen = () => <EntityListPage page={measureListPage} tabs={<CorrectiveTabs />} />;
