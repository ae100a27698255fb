import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { buildReportPermissionCode, hasPermission } from '#shared/kernel/permissions.ts';
import type { RowActionsProps } from '#client/crud/entity-page.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { CalibrationDialog } from './calibration-dialog.tsx';
import { CALIBRATIONS_PATH } from './gauge-paths.ts';

/**
 * Links to the calibrations of a gauge and to the inspections whose results are in doubt. A button records a
 * calibration.
 */
export function GaugeActions({ row, dirty }: RowActionsProps) {
  const t = useT();
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Link className="bp6-button bp6-minimal" to={`${CALIBRATIONS_PATH}?gaugeId=${row.id}`}>
        {t('gaugeCalibrations')}
      </Link>
      {hasPermission(user, buildReportPermissionCode('gaugeRecall')) && (
        <Link className="bp6-button bp6-minimal" to={`/forms/quality/gaugeRecall?gaugeId=${row.id}`}>
          {t('affectedInspections')}
        </Link>
      )}
      {hasPermission(user, 'QUALITY_GAUGE_MODIFY') && row['state'] !== 'gaugeScrapped' && (
        <Button disabled={dirty} text={t('recordCalibration')} onClick={() => setIsOpen(true)} />
      )}
      {isOpen && <CalibrationDialog gauge={row} onClose={() => setIsOpen(false)} />}
    </>
  );
}
