import { Suspense, useState } from 'react';
import { Button } from '@blueprintjs/core';
import { TimelineEventsIcon } from '@blueprintjs/icons';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';

const PlanImportDialog = fetchOnFirstRender('PlanImportDialog', () => import('./plan-import-dialog.tsx'));

/** A button that opens the import of plans, for users who may add orders. */
export function PlanImportButton() {
  const t = useT();
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  if (!hasPermission(user, 'WORK_ORDER_ADD')) return null;
  return (
    <>
      <Button
        variant="minimal"
        icon={<TimelineEventsIcon />}
        text={t('importPlan')}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <PlanImportDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
