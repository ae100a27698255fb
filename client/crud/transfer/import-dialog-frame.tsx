import type { ReactNode } from 'react';
import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { LongRequestProgressBar } from '#client/kit/messages/long-work.tsx';
import { useT } from '#client/kit/words/t.ts';
import { FileDropZone } from './file-drop-zone.tsx';
import { ImportSteps } from './import-steps.tsx';
import { TemplateButton } from './template-button.tsx';
import type { useImport } from './use-import.ts';
import './transfer.css';

interface Props {
  title: string;
  /** The name of the downloaded template. */
  templateTitle: string;
  /** The path of the calls of the import, without their verbs. */
  path: string;
  running: Pick<ReturnType<typeof useImport>, 'state' | 'check' | 'cancel' | 'restart'>;
  /**
   * Whether the caller keeps the dialog open. While a workbook is checked or written, the dialog always stays
   * open.
   */
  isBusy?: boolean;
  /** How to fill in the template. */
  instructions: string;
  /** The advice that is shown if it is not known whether the import was written. */
  lostText: string;
  /** The button that writes the checked workbook; null if there is nothing to write. */
  write: { text: string; onClick: () => void } | null;
  /** The button for the usual next step after the import. Without it, the main button closes the dialog. */
  next?: ReactNode;
  onClose: () => void;
  /** The content below the steps: the outcome of the import, or other content before a file is chosen. */
  children: ReactNode;
}

/** The dialog of an import: choosing a file, the progress, and the buttons of each step. */
export function ImportDialogFrame(props: Props) {
  const { title, templateTitle, path, running, isBusy = false, write, next, onClose, children } = props;
  const t = useT();
  const { state } = running;
  const isWorking = state.step === 'work';
  const isLocked = isWorking || isBusy;
  const isDone = state.step === 'written' && !next;
  return (
    <Dialog
      isOpen
      onClose={isLocked ? () => undefined : onClose}
      title={title}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!isLocked}
      className="transfer-dialog import-dialog"
    >
      <DialogBody className="import-body">
        <ImportSteps state={state} />
        {state.step === 'choose' && (
          <>
            <p>{props.instructions}</p>
            <TemplateButton path={path} title={templateTitle} />
            {state.refusal && (
              <div className="form-dialog-refusal" role="alert">
                {state.refusal}
              </div>
            )}
            <FileDropZone onFile={(file) => void running.check(file)} />
          </>
        )}
        {isWorking && (
          <>
            <p className="import-file">{state.name}</p>
            <LongRequestProgressBar progress={state.progress} />
          </>
        )}
        {state.step === 'lost' && (
          <div className="form-dialog-refusal" role="alert">
            {props.lostText}
          </div>
        )}
        {children}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {(state.step === 'checked' || state.step === 'lost') && (
              <Button size="large" text={t('importAnother')} onClick={running.restart} />
            )}
            {isWorking ? (
              <Button size="large" text={t('cancel')} onClick={running.cancel} />
            ) : (
              <Button
                size="large"
                {...(isDone ? { intent: 'primary', autoFocus: true } : {})}
                text={t(isDone ? 'done' : 'dismiss')}
                disabled={isBusy}
                onClick={onClose}
              />
            )}
            {state.step === 'written' && next}
            {write && (
              <Button size="large" intent="primary" autoFocus text={write.text} onClick={write.onClick} />
            )}
          </>
        }
      />
    </Dialog>
  );
}
