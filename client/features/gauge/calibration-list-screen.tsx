import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { CALIBRATIONS_PATH, getGaugePath } from './gauge-paths.ts';
import { GaugeTabs } from './gauge-tabs.tsx';

const calibrationListPage: EntityPage = {
  entity: entities.gaugeCalibration as EntityDeclaration,
  title: 'gaugeCalibrations',
  listPath: CALIBRATIONS_PATH,
  editPath: (row) => (row ? getGaugePath(row['gaugeId'] as number) : CALIBRATIONS_PATH),
  firstColumnsOnPhone: ['gaugeId', 'calibratedOn', 'calibrationResult'],
};

/** The list of all calibrations. A row opens its gauge. */
export const CalibrationListScreen = () => <EntityListPage page={calibrationListPage} tabs={<GaugeTabs />} />;
