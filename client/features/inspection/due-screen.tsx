import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { DueInspection } from '#shared/quality/inspection.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { BeginInspectionDialog } from '#client/production/inspection/begin-inspection-dialog.tsx';
import { InspectionList } from '#client/production/inspection/inspection-list.tsx';
import { useInspectionOverview } from '#client/production/inspection/use-inspection.ts';
import { getInspectionPath } from './inspection-paths.ts';
import { InspectionTabs } from './inspection-tabs.tsx';
import '#client/crud/page-head.css';
import '#client/kit/look/inbox.css';
import './inspection-page.css';

/**
 * Lists the inspections to do. The inspections that block a process come first, then the begun ones, then those that
 * are due.
 */
export function DueScreen() {
  const t = useT();
  const navigate = useNavigate();
  const mayInspect = hasPermission(useUser(), 'QUALITY_INSPECT');
  const [inspectionToBegin, setInspectionToBegin] = useState<DueInspection | null>(null);
  const { data, isError } = useInspectionOverview(null);
  const openInspection = (id: number) => void navigate(getInspectionPath(id));
  return (
    <section className="screen" aria-label={t('inspections')}>
      <header className="page-head">
        <h1>{t('inspections')}</h1>
      </header>
      <InspectionTabs />
      <div className="inspection-page-body" aria-busy={!data && !isError}>
        {isError && !data && <p>{t('error.requestFailed')}</p>}
        {!data && !isError && <span className="skeleton" />}
        {data && data.due.length + data.open.length === 0 && (
          <div className="inbox-none">
            <h2>{t('nothingToInspect')}</h2>
            <p>{t('nothingToInspectHint')}</p>
          </div>
        )}
        {data && (
          <InspectionList
            overview={data}
            mayInspect={mayInspect}
            onBegin={setInspectionToBegin}
            onOpen={openInspection}
          />
        )}
      </div>
      {inspectionToBegin && (
        <BeginInspectionDialog
          due={inspectionToBegin}
          onBegun={openInspection}
          onClose={() => setInspectionToBegin(null)}
        />
      )}
    </section>
  );
}
