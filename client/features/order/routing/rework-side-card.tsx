import { Button } from '@blueprintjs/core';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { findProcessActions } from '#client/production/reporting/process-actions.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { ActionDialogOpener } from '../reporting/process-action.ts';
import { OpenReportLine } from './open-report-line.tsx';

interface Props {
  process: ProcessProgress;
  onReport: ActionDialogOpener;
}

/** Shows the pieces of a process that wait for rework or are being reworked; nothing if there are none. */
export function ReworkSideCard({ process, onReport }: Props) {
  const t = useT();
  const user = useUser();
  const { reworkOpen, name } = process;
  const runningReports = process.open.filter(({ isRework }) => isRework);
  if (reworkOpen === 0 && runningReports.length === 0) return null;
  return (
    <section className="rework-side-card" aria-label={t('actOf', { what: t('rework'), name })}>
      <header>
        <h4>{t('rework')}</h4>
        {reworkOpen > 0 && <span>{t('reworkWaits', { quantity: formatNumber(reworkOpen) })}</span>}
      </header>
      {runningReports.map((openReport) => (
        <OpenReportLine
          key={openReport.reportId}
          process={process}
          openReport={openReport}
          onReport={onReport}
        />
      ))}
      {findProcessActions(process, user).rework && (
        <div className="card-buttons">
          <Button
            text={t('startRework')}
            aria-label={t('actOf', { what: t('startRework'), name })}
            onClick={() => onReport({ act: 'rework', process })}
          />
        </div>
      )}
    </section>
  );
}
