import { useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { EntityPage } from '#client/crud/entity-page.ts';
import { EntityListPage } from '#client/crud/list/entity-list-page.tsx';
import { getStudyPath, STUDIES_PATH } from '../gauge-paths.ts';
import { GaugeTabs } from '../gauge-tabs.tsx';
import { BeginStudyDialog } from './begin-study-dialog.tsx';

const studyListPage: EntityPage = {
  entity: entities.gaugeStudy as EntityDeclaration,
  title: 'gaugeStudies',
  listPath: STUDIES_PATH,
  editPath: (row) => (row ? getStudyPath(row.id) : STUDIES_PATH),
  firstColumnsOnPhone: ['code', 'state', 'gaugeId', 'grrPercent'],
};

/** The list of the studies of measurement systems, with a button that begins a new study. */
export function StudyListScreen() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <EntityListPage page={studyListPage} tabs={<GaugeTabs />} onAdd={() => setIsOpen(true)} />
      {isOpen && <BeginStudyDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
