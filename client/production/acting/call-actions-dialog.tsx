import { Button, DialogBody } from '@blueprintjs/core';
import { STEP_BY_CALL_STATE } from '#shared/machines/andon-call.ts';
import type { OpenCall } from '#shared/answers/open-call.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { useT } from '#client/kit/words/t.ts';
import { CallLine } from '../calls/call-line.tsx';
import { CloseCallDialog } from '../calls/close-call-dialog.tsx';
import { useOpenCalls } from '../calls/use-open-calls.ts';
import { useCallAction } from '../calls/use-call-verb.ts';
import '#client/kit/look/blueprint.css';
import './acting.css';

interface Props {
  callId: number;
  onClose: () => void;
}

/** Shows an open call with the button for its next step. */
function NextStep({ call, onClose }: { call: OpenCall; onClose: () => void }) {
  const t = useT();
  const { sendAction, busy, refusal } = useCallAction({ showsRefusalInDialog: true });
  const step = STEP_BY_CALL_STATE[call.state];
  const takeStep = async () => {
    if (await sendAction(step, { id: call.id, version: call.version })) onClose();
  };
  return (
    <>
      <CallLine call={call} />
      {call.description && <p className="acting-line">{call.description}</p>}
      <p className="acting-line">{call.answeredBy ?? call.raisedBy}</p>
      {refusal && (
        <div className="form-dialog-refusal" role="alert">
          {refusal}
        </div>
      )}
      <div className="acting-buttons">
        <Button
          size="large"
          intent="primary"
          text={t(step)}
          loading={busy}
          autoFocus
          onClick={() => void takeStep()}
        />
      </div>
    </>
  );
}

/** Offers the next step of an open call: to acknowledge it, to arrive or to solve it. */
export function CallActionsDialog({ callId, onClose }: Props) {
  const t = useT();
  const { data: calls, isError } = useOpenCalls();
  const call = calls?.find(({ id }) => id === callId);
  if (call && STEP_BY_CALL_STATE[call.state] === 'solve')
    return <CloseCallDialog verb="solve" call={call} onClose={onClose} />;
  const title = call ? (call.deviceName ?? call.processName ?? call.code) : t('callsTitle');
  return (
    <Dialog isOpen className="acting-dialog" title={title} onClose={onClose}>
      <DialogBody>
        {call ? (
          <NextStep call={call} onClose={onClose} />
        ) : calls || isError ? (
          <p>{t(calls ? 'callIsClosed' : 'error.requestFailed')}</p>
        ) : (
          <span className="skeleton acting-skeleton" />
        )}
      </DialogBody>
    </Dialog>
  );
}
