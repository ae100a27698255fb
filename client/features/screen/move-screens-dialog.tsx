import { entities } from '#shared/entities/index.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { send } from '#client/kit/wire/call.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ShownFields, SHOWN_FIELDS } from './shown-fields.tsx';
import { useScreens } from './use-screens.ts';

/** Chooses another board, playlist or preset for screens. Online screens show it at once. */
export function MoveScreensDialog({ rows, onClose }: { rows: readonly AnyRow[]; onClose: () => void }) {
  const t = useT();
  const { refresh } = useScreens();
  const [firstRow] = rows;
  const form = useForm(SHOWN_FIELDS, {
    playlistId: firstRow?.['playlistId'] || null,
    boardId: firstRow?.['boardId'] || null,
    preset: firstRow?.['preset'],
  });
  const { busy, submit } = useSubmit(form, async (values) => {
    for (const { id, version } of rows)
      await send(
        `${entities.wallScreen.path}/save`,
        { id, version, ...values },
        { codesShownElsewhere: ['fieldsInvalid'] },
      );
    await refresh();
    showSuccess(t('saved'));
    onClose();
  });
  return (
    <FormDialog
      title={t('moveScreen')}
      subject={joinWords(rows.map((row) => String(row['name'])))}
      form={form}
      busy={busy}
      submitText={t('save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <ShownFields values={form.values} labels={firstRow?.labels ?? {}} />
    </FormDialog>
  );
}
