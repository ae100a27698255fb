import { Button } from '@blueprintjs/core';
import { NotificationsIcon, ShieldIcon } from '@blueprintjs/icons';
import { hasPermission } from '#shared/kernel/permissions.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import type { ActionDialogOpener } from '../reporting/process-action.ts';

interface Props {
  process: ProcessProgress;
  onReport: ActionDialogOpener;
}

/** The buttons to call for help at a process, and to raise a quality exception there. */
export function ProcessHelpButtons({ process, onReport }: Props) {
  const t = useT();
  const user = useUser();
  const { name } = process;
  return (
    <>
      {hasPermission(user, ['TASK_REPORT', 'TASK_REPORT_TEAM']) && (
        <Button
          variant="minimal"
          icon={<NotificationsIcon />}
          title={t('callHelp')}
          aria-label={t('actOf', { what: t('callHelp'), name })}
          onClick={() => onReport({ act: 'call', process })}
        />
      )}
      {hasPermission(user, 'QUALITY_RAISE') && (
        <Button
          variant="minimal"
          icon={<ShieldIcon />}
          title={t('raiseException')}
          aria-label={t('actOf', { what: t('raiseException'), name })}
          onClick={() => onReport({ act: 'exception', process })}
        />
      )}
    </>
  );
}
