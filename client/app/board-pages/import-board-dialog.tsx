import { FileInput } from '@blueprintjs/core';
import { useState } from 'react';
import { MAX_BOARD_TEXT_LENGTH } from '#shared/boards/board.ts';
import { entities } from '#shared/entities/index.ts';
import { text } from '#shared/kernel/fields.ts';
import type { CallError } from '#client/kit/wire/call-error.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { useBoards } from './use-boards.ts';

const IMPORT_FIELDS = {
  name: entities.board.fields.name,
  content: text({ required: true, max: MAX_BOARD_TEXT_LENGTH, label: 'boardText' }),
};
const IMPORT_FORM = { fields: IMPORT_FIELDS };

/**
 * Returns the messages of a refusal by field. All messages about the text of the board belong to the field
 * `content`.
 */
const getMessagesByField = (error: CallError): Record<string, string> =>
  error.code === 'boardInvalid' || error.code === 'boardTextInvalid'
    ? { content: error.message }
    : Object.fromEntries(
        Object.entries(error.fields).map(([fieldPath, message]) => [
          fieldPath.startsWith('content') ? 'content' : fieldPath,
          message,
        ]),
      );

interface Props {
  /** The board whose content is replaced; null adds a new board. */
  board: { readonly id: number; readonly version: number; readonly name: string } | null;
  onClose: () => void;
}

/** Adds a board, or the next version of a board, from a text that the user pastes or reads from a file. */
export function ImportBoardDialog({ board, onClose }: Props) {
  const t = useT();
  const { addBoard, write } = useBoards();
  const [fileName, setFileName] = useState<string | null>(null);
  const form = useForm(IMPORT_FIELDS, { name: board?.name ?? null });
  const { busy, submit } = useSubmit(
    form,
    async ({ name, content }) => {
      if (board) await write('/mes/board/write', { id: board.id, version: board.version, content });
      else await addBoard(name, { content });
      showSuccess(t('saved'));
      onClose();
    },
    getMessagesByField,
  );
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    setFileName(file.name);
    form.set('content', await file.text());
    if (!form.values['name']) form.set('name', file.name.replace(/\.json$/i, ''));
  };
  return (
    <FormDialog
      title={board ? `${t('replaceBoardText')}: ${board.name}` : t('importBoard')}
      subject={t('importBoardAbout')}
      form={form}
      busy={busy}
      submitText={t('save')}
      onSubmit={submit}
      onClose={onClose}
      confirmsDiscard
      wide
    >
      <div className="field field-wide">
        <FileInput
          fill
          text={fileName ?? '—'}
          buttonText={t('chooseFile')}
          inputProps={{ 'aria-label': t('chooseFile'), accept: '.json,application/json,text/plain' }}
          onInputChange={(event) => void readFile((event.target as HTMLInputElement).files?.[0])}
        />
      </div>
      {!board && <Field of={IMPORT_FORM} name="name" />}
      <Field of={IMPORT_FORM} name="content" />
    </FormDialog>
  );
}
