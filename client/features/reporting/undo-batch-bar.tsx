import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { UNDO_SECONDS } from '#shared/answers/terminal.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { showInfo, showSuccess } from '#client/kit/messages/toasts.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { useT } from '#client/kit/words/t.ts';
import { undoReports } from '#client/production/reporting/undo-reports.ts';
import { reloadDataChangedByReport } from '#client/production/reporting/use-report.ts';

/** Reports that were sent together and can still be undone. */
export interface UndoableBatch {
  readonly reportIds: readonly number[];
  /** The text that describes what was reported. */
  readonly text: string;
  /** Whether an undo reverses only the end of the reports. The work then goes on. */
  readonly reopensReports: boolean;
}

interface Props {
  batch: UndoableBatch;
  onClose: () => void;
}

/** Offers to undo the last batch for a few seconds. */
export function UndoBatchBar({ batch, onClose }: Props) {
  const t = useT();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [until] = useState(() => getServerTime() + UNDO_SECONDS * 1000);
  const now = useServerTime(500);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (seconds === 0 && !busy) onClose();
  }, [seconds, busy, onClose]);
  const undoBatch = async () => {
    setBusy(true);
    try {
      const refusal = await undoReports(batch.reportIds, batch.reopensReports);
      if (refusal) showInfo(t('undoneOfBatch', refusal));
      else showSuccess(t('undone'));
    } catch (error) {
      // The user has already seen the refusal.
      if (!(error instanceof CallError)) throw error;
    }
    void reloadDataChangedByReport(client);
    onClose();
  };
  return (
    <div className="desk-undo" role="status">
      <span>✓ {t('canUndoFor', { what: batch.text, seconds })}</span>
      <Button size="small" text={t('undo')} loading={busy} onClick={() => void undoBatch()} />
    </div>
  );
}
