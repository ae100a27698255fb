import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useOpenQuestion, type OpenQuestion } from './confirm.ts';
import { Dialog } from '../elements/dialog.tsx';
import { useT } from '../words/t.ts';
import './confirm-dialog.css';

/** Shows the question that `confirm` asks. */
export function ConfirmDialog() {
  const t = useT();
  const question = useOpenQuestion();
  // The text stays visible while the dialog closes.
  const [lastQuestion, setLastQuestion] = useState<OpenQuestion | null>(null);
  useEffect(() => {
    if (question) setLastQuestion(question);
  }, [question]);
  const shownQuestion = question ?? lastQuestion;
  if (!shownQuestion) return null;
  return (
    <Dialog
      // With a new key each question gets a new dialog, which takes the focus even while the
      // previous dialog is still closing.
      key={shownQuestion.id}
      isOpen={question !== null}
      onClose={() => question?.answer(false)}
      title={shownQuestion.title}
      isCloseButtonShown={false}
      style={{ inlineSize: 'min(420px, calc(100vw - 32px))' }}
    >
      <DialogBody className="confirm-text">{shownQuestion.text}</DialogBody>
      <DialogFooter
        actions={
          <>
            {/* Before a dangerous action, Cancel has the focus, so that a hasty Enter does no harm. */}
            <Button
              text={t('cancel')}
              autoFocus={shownQuestion.danger ?? false}
              onClick={() => question?.answer(false)}
            />
            <Button
              intent={shownQuestion.danger ? 'danger' : 'primary'}
              text={shownQuestion.yes}
              autoFocus={!shownQuestion.danger}
              onClick={() => question?.answer(true)}
            />
          </>
        }
      />
    </Dialog>
  );
}
