import { Button, Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PlanImportResult } from '#shared/answers/transfer.ts';
import { entities } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { ImportDialogFrame } from '#client/crud/transfer/import-dialog-frame.tsx';
import { useImport } from '#client/crud/transfer/use-import.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { PlanOutcome } from './plan-outcome.tsx';
import { RecentPlanImports } from './recent-plan-imports.tsx';
import './plan-import.css';

const { path, fields } = entities.planImport;
const WRITTEN_ENTITIES = ['workOrder', 'part', 'process', 'card', 'planImport'] as const;

/**
 * Imports orders with their parts and processes from a workbook. The server first checks the file, and the dialog shows
 * the first orders. When the user confirms, the server writes all of them or none. Earlier imports can be undone.
 */
export function PlanImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const importRun = useImport<PlanImportResult>(path, WRITTEN_ENTITIES);
  const { state } = importRun;
  const [isReleasing, setReleasing] = useState(false);
  const [isUndoing, setUndoing] = useState(false);
  const checkedState = state.step === 'checked' ? state : null;
  const file = checkedState?.verdict.file ?? null;
  const writtenVerdict = state.step === 'written' ? state.verdict : null;
  const isCancelled = state.step === 'lost' && state.cause === 'cancelled';
  const startWriting = () => {
    if (!checkedState || file === null) return;
    const name = checkedState.name.slice(-fields.fileName.max!);
    void importRun.write(checkedState.name, file, { name, release: String(isReleasing) });
  };
  const showOrders = () => {
    onClose();
    void navigate(`/order?planImportId=${writtenVerdict!.importId}`);
  };
  return (
    <ImportDialogFrame
      title={t('importPlan')}
      templateTitle={t('importPlan')}
      path={path}
      running={importRun}
      isBusy={isUndoing}
      instructions={t('importPlanText')}
      lostText={t(isCancelled ? 'planCancelledLine' : 'planLostLine')}
      write={
        checkedState && file !== null
          ? {
              text: t('planWrite', { count: formatNumber(checkedState.verdict.orders, 0) }),
              onClick: startWriting,
            }
          : null
      }
      next={
        writtenVerdict && (
          <Button size="large" intent="primary" autoFocus text={t('showPlanOrders')} onClick={showOrders} />
        )
      }
      onClose={onClose}
    >
      {(state.step === 'choose' || state.step === 'lost') && (
        <RecentPlanImports onLeave={onClose} onBusy={setUndoing} />
      )}
      {(state.step === 'checked' || state.step === 'written') && (
        <PlanOutcome verdict={state.verdict} name={state.name} />
      )}
      {file !== null && hasPermission(user, 'WORK_ORDER_MODIFY') && (
        <Checkbox
          className="plan-release"
          checked={isReleasing}
          label={t('planReleaseAtOnce')}
          onChange={(event) => setReleasing(event.target.checked)}
        />
      )}
    </ImportDialogFrame>
  );
}
