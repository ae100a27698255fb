import { Button, DialogBody } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { calculateStartableQuantity, findOpenPredecessors } from '#shared/ledger/may-begin.ts';
import type { ProcessWithWait } from '#shared/answers/progress-query.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { send } from '#client/kit/wire/call.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ElapsedTime } from '../calls/elapsed.tsx';
import { describeWaiting } from '../describe-waiting.ts';
import { findProcessActions } from '../reporting/process-actions.ts';
import { ReceiveDialog } from '../reporting/receive-dialog.tsx';
import { ReportedProcess } from '../reporting/reported-process.tsx';
import { StartWorkDialog } from '../reporting/start-dialog.tsx';
import { SuspendDialog } from '../reporting/suspend-dialog.tsx';
import { reloadDataChangedByReport } from '../reporting/use-report.ts';
import { ReassignDialog } from './reassign-dialog.tsx';
import { useProcessInRouting } from './use-process.ts';
import '#client/kit/look/blueprint.css';
import './acting.css';

interface Props {
  processId: number;
  onClose: () => void;
}

const FORM_DIALOGS = {
  start: StartWorkDialog,
  receive: ReceiveDialog,
  suspend: SuspendDialog,
  reassign: ReassignDialog,
} as const;
type FormAction = keyof typeof FORM_DIALOGS;

interface ChoiceProps extends Props {
  process: ProcessWithWait;
  routing: readonly ProcessProgress[] | undefined;
  onChoose: (action: FormAction) => void;
}

/** Shows a process with a button for each action that the user may take on it now. */
function ActionChoice({ process, routing, onChoose, onClose }: ChoiceProps) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const { busy, runRequest } = useRequestSender();
  const allowedActions = findProcessActions(process, user);
  const startableQuantity = calculateStartableQuantity(process);
  const [predecessor] = routing ? findOpenPredecessors(process, routing) : [];
  const resumeProcess = async () => {
    const path = `${entities.process.path}/resume`;
    const isDone = await runRequest(() => send(path, { processId: process.processId }));
    void reloadDataChangedByReport(client);
    if (isDone) onClose();
  };
  return (
    <>
      <ReportedProcess process={process} />
      {process.open.map(({ reportId, people, started, startedAt }) => (
        <p key={reportId} className="acting-line">
          {t('startOf', {
            people: joinWords(people.map(({ name }) => name)),
            quantity: formatNumber(started),
          })}
          <ElapsedTime since={startedAt} />
        </p>
      ))}
      {process.waiting && (
        <p className="acting-line">{describeWaiting(process.waiting, process.partId, t)}</p>
      )}
      <div className="acting-buttons">
        {allowedActions.resume && (
          <Button
            size="large"
            intent="primary"
            text={t('resume')}
            loading={busy}
            onClick={() => void resumeProcess()}
          />
        )}
        {allowedActions.start && startableQuantity > 0 && (
          <Button
            size="large"
            intent="primary"
            text={t('start')}
            disabled={!routing || predecessor !== undefined}
            onClick={() => onChoose('start')}
          />
        )}
        {allowedActions.receive && (
          <Button size="large" text={t('receive')} onClick={() => onChoose('receive')} />
        )}
        {allowedActions.suspend && (
          <Button size="large" text={t('suspend')} onClick={() => onChoose('suspend')} />
        )}
        {allowedActions.modify && (
          <Button size="large" text={t('reassign')} onClick={() => onChoose('reassign')} />
        )}
        {hasPermission(user, 'WORK_ORDER') && (
          <Link className="bp6-button bp6-large" to={`/order/${process.orderId}`}>
            {t('openOrder')}
          </Link>
        )}
      </div>
    </>
  );
}

/**
 * Offers the actions on a process. The dialog always shows the current data. The server refuses an
 * action that is no longer possible.
 */
export function ProcessActionsDialog({ processId, onClose }: Props) {
  const t = useT();
  const [chosenAction, setChosenAction] = useState<{ action: FormAction; process: ProcessProgress } | null>(
    null,
  );
  const { process, routing, isError } = useProcessInRouting(processId);
  if (chosenAction) {
    const ActionDialog = FORM_DIALOGS[chosenAction.action];
    // If the process cannot be read any more, the form shows its earlier data, so that the typed text is not
    // lost.
    return <ActionDialog process={process ?? chosenAction.process} onClose={onClose} />;
  }
  return (
    <Dialog isOpen className="acting-dialog" title={process?.orderCode ?? t('process')} onClose={onClose}>
      <DialogBody>
        {process ? (
          <ActionChoice
            process={process}
            routing={routing}
            processId={processId}
            onChoose={(action) => setChosenAction({ action, process })}
            onClose={onClose}
          />
        ) : isError || process === null ? (
          <p>{t(isError ? 'error.requestFailed' : 'error.rowNotFound')}</p>
        ) : (
          <span className="skeleton acting-skeleton" />
        )}
      </DialogBody>
    </Dialog>
  );
}
