import { FileInput } from '@blueprintjs/core';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import { send, upload } from '#client/kit/wire/call.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';

const { name, versionName, note } = entities.download.fields;
const DOWNLOAD_FIELDS = { name, versionName, note };
const DOWNLOAD_FORM = { fields: DOWNLOAD_FIELDS };

interface Props {
  /** The download to edit; null adds a new download. */
  row: Entity<'download'> | null;
  onClose: () => void;
}

/** Adds or edits a download. If the user has chosen a file, saving uploads it first. */
export function DownloadDialog({ row, onClose }: Props) {
  const t = useT();
  const form = useForm(DOWNLOAD_FIELDS, {
    name: row?.name ?? null,
    versionName: row?.versionName ?? null,
    note: row?.note ?? null,
  });
  const [file, setFile] = useState<File | null>(null);
  const { busy, submit } = useSubmit(form, async (values) => {
    const uploadedFile = file && (await upload<{ id: number }>('/mes/download/upload', file));
    await send(
      `${entities.download.path}/save`,
      {
        ...values,
        ...(uploadedFile ? { fileId: uploadedFile.id } : {}),
        ...(row ? { id: row.id, version: row.version } : {}),
      },
      { codesShownElsewhere: ['fieldsInvalid', 'codeDuplicated'] },
    );
    onClose();
  });
  return (
    <FormDialog
      title={row ? row.name : t('newNamed', { name: toMidSentence(t('download')) })}
      form={form}
      busy={busy}
      submitText={t('save')}
      onSubmit={submit}
      onClose={onClose}
      confirmsDiscard
    >
      <Field of={DOWNLOAD_FORM} name="name" autoFocus />
      <Field of={DOWNLOAD_FORM} name="versionName" />
      <Field of={DOWNLOAD_FORM} name="note" />
      <div className="field">
        <span className="field-label">{t('storedFile')}</span>
        <FileInput
          fill
          text={file?.name ?? row?.fileName ?? '—'}
          buttonText={t('chooseFile')}
          inputProps={{ 'aria-label': t('storedFile') }}
          onInputChange={(event) => setFile((event.target as HTMLInputElement).files?.[0] ?? null)}
        />
      </div>
    </FormDialog>
  );
}
