import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useQuestion, type OpenQuestion } from './confirm.ts';
import { useT } from '../words/t.ts';
import './confirm-dialog.css';

/** The question that `confirm` asks. Stands once, in the shell. */
export function ConfirmDialog() {
  const t = useT();
  const question = useQuestion();
  // The words stay while the dialog closes.
  const [shown, setShown] = useState<OpenQuestion | null>(null);
  useEffect(() => {
    if (question) setShown(question);
  }, [question]);
  const now = question ?? shown;
  if (!now) return null;
  return (
    <Dialog
      // Each question takes the focus anew, also while the one before it fades.
      key={now.id}
      isOpen={question !== null}
      onClose={() => question?.answer(false)}
      title={now.title}
      isCloseButtonShown={false}
      style={{ inlineSize: 'min(420px, calc(100vw - 32px))' }}
    >
      <DialogBody className="confirm-text">{now.text}</DialogBody>
      <DialogFooter
        actions={
          <>
            {/* Enter without reading does no harm. */}
            <Button
              text={t('cancel')}
              autoFocus={now.danger ?? false}
              onClick={() => question?.answer(false)}
            />
            <Button
              intent={now.danger ? 'danger' : 'primary'}
              text={now.yes}
              autoFocus={!now.danger}
              onClick={() => question?.answer(true)}
            />
          </>
        }
      />
    </Dialog>
  );
}
