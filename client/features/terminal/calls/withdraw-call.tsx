import { Button, DialogBody } from '@blueprintjs/core';
import type { OpenCall } from '#shared/answers/open-call.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { useCallAction } from '#client/production/calls/use-call-verb.ts';
import '#client/kit/forms/form-dialog.css';
import '#client/production/calls/raise-call.css';

interface Props {
  call: OpenCall;
  /** The token of the person identified at this terminal; null for the signed-in user. */
  workerToken: string | null;
  onClose: () => void;
}

const WITHDRAWAL_REASONS = ['solvedByOurselves', 'calledByMistake'] as const;

/** Asks why a call is withdrawn. A touch on a reason withdraws the call. */
export function WithdrawCallDialog({ call, workerToken, onClose }: Props) {
  const t = useT();
  const { sendAction, busy, refusal } = useCallAction({ workerToken, showsRefusalInDialog: true });
  const withdrawCall = async (reason: string) => {
    if (!(await sendAction('cancel', { id: call.id, version: call.version, reason }))) return;
    showSuccess(t('callWithdrawn'));
    onClose();
  };
  return (
    <Dialog isOpen title={t('withdrawCall')} className="raise-call" onClose={() => !busy && onClose()}>
      <DialogBody className="raise-call-body">
        <p className="raise-call-place">
          {call.typeName} · {call.deviceName ?? call.processName ?? call.code}
        </p>
        {refusal && (
          <div className="form-dialog-refusal" role="alert">
            {refusal}
          </div>
        )}
        <div className="raise-call-types" role="group" aria-label={t('withdrawWhy')}>
          {WITHDRAWAL_REASONS.map((reason) => (
            <Button
              key={reason}
              size="large"
              text={t(reason)}
              disabled={busy}
              onClick={() => void withdrawCall(t(reason))}
            />
          ))}
        </div>
      </DialogBody>
    </Dialog>
  );
}
