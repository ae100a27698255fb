import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '#client/kit/wire/call-error.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { showInfo, showSuccess } from '#client/kit/messages/toasts.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import type { IdentifiedPerson } from './people/identified-people.ts';
import { undoReports } from '#client/production/reporting/undo-reports.ts';
import { undoableReport, useUndoableReport, type UndoableReport } from './undo-bar-state.ts';

function UndoableReportBar({ report }: { report: UndoableReport }) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const now = useServerTime(500);
  const seconds = Math.max(0, Math.ceil((report.until - now) / 1000));
  const undoReport = async () => {
    setBusy(true);
    try {
      const refusal = await undoReports(report.reportIds, report.reopensReports, report.worker.token);
      if (refusal) showInfo(t('undoneOfBatch', refusal));
      else showSuccess(t('undone'));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // If `workerToken` is set, `send` does not show the refusal itself.
      if (report.worker.token !== null) showInfo(error.message);
    }
    undoableReport.dismiss();
    void client.invalidateQueries({ queryKey: queryKeys.entity('process') });
  };
  const reportText = t(report.messageTerm, {
    quantity: formatNumber(report.quantity),
    ...report.messageParams,
  });
  return (
    <div className="undo-bar" role="status">
      <span>{t('canUndoFor', { what: reportText, seconds })}</span>
      <button type="button" className="floor-button" disabled={busy} onClick={() => void undoReport()}>
        {t('undo')}
      </button>
    </div>
  );
}

interface Props {
  worker: IdentifiedPerson | null;
}

/**
 * Shows the last report or batch to the person who sent it, with a button that undoes the report. Other people at
 * the terminal do not see the bar.
 */
export function UndoBar({ worker }: Props) {
  const report = useUndoableReport();
  if (!report || report.worker.employeeId !== worker?.employeeId) return null;
  return <UndoableReportBar key={report.reportIds[0]} report={report} />;
}
