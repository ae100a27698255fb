import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getFieldLabel } from '#shared/kernel/fields.ts';
import { findWorkbookKeyField } from '#shared/answers/transfer.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { LongRequestProgressBar } from '#client/kit/messages/long-work.tsx';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { FileDropZone } from './file-drop-zone.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportSteps } from './import-steps.tsx';
import { TemplateButton } from './template-button.tsx';
import { useImport, type ImportState } from './use-import.ts';
import './transfer.css';

interface Props {
  entity: EntityDeclaration;
  title: string;
  onClose: () => void;
}

/** Counts the rows that a write would add or change. The number is 0 if nothing can be written. */
const countRowsToWrite = (state: ImportState): number =>
  state.step === 'checked' && state.verdict.problemCount === 0 && state.verdict.file !== null
    ? state.verdict.added + state.verdict.changed
    : 0;

/**
 * Imports a workbook into a list. The user downloads the template and chooses a file. The server checks the file,
 * and writes all its rows at once when the user confirms.
 */
export function ImportDialog({ entity, title, onClose }: Props) {
  const t = useT();
  const { state, check, write, cancel, restart } = useImport(entity);
  const key = findWorkbookKeyField(entity)!;
  const isWorking = state.step === 'work';
  const rowCount = countRowsToWrite(state);
  return (
    <Dialog
      isOpen
      onClose={isWorking ? () => undefined : onClose}
      title={t('importTitle', { name: toMidSentence(title) })}
      isCloseButtonShown={false}
      canOutsideClickClose={false}
      canEscapeKeyClose={!isWorking}
      className="transfer-dialog import-dialog"
    >
      <DialogBody className="import-body">
        <ImportSteps state={state} />
        {state.step === 'choose' && (
          <>
            <p>{t('importTemplateText', { key: t(getFieldLabel(key, entity.fields[key]!)) })}</p>
            <TemplateButton entity={entity} title={title} />
            {state.refusal && (
              <div className="form-dialog-refusal" role="alert">
                {state.refusal}
              </div>
            )}
            <FileDropZone onFile={(file) => void check(file)} />
          </>
        )}
        {isWorking && (
          <>
            <p className="import-file">{state.name}</p>
            <LongRequestProgressBar progress={state.progress} />
          </>
        )}
        {(state.step === 'checked' || state.step === 'written') && (
          <ImportOutcome verdict={state.verdict} name={state.name} />
        )}
        {state.step === 'lost' && (
          <div className="form-dialog-refusal" role="alert">
            {t(state.words)}
          </div>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {(state.step === 'checked' || state.step === 'lost') && (
              <Button size="large" text={t('importAnother')} onClick={restart} />
            )}
            {isWorking ? (
              <Button size="large" text={t('cancel')} onClick={cancel} />
            ) : (
              <Button
                size="large"
                {...(state.step === 'written' ? { intent: 'primary', autoFocus: true } : {})}
                text={t(state.step === 'written' ? 'done' : 'dismiss')}
                onClick={onClose}
              />
            )}
            {state.step === 'checked' && rowCount > 0 && (
              <Button
                size="large"
                intent="primary"
                autoFocus
                text={t('importWrite', { count: formatNumber(rowCount, 0) })}
                onClick={() => void write(state.name, state.verdict.file!)}
              />
            )}
          </>
        }
      />
    </Dialog>
  );
}
