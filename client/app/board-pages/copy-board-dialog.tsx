import { entities } from '#shared/entities/index.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { useBoards, type BoardOrigin } from './use-boards.ts';

const NAME_FIELDS = { name: entities.board.fields.name };
const NAME_FORM = { fields: NAME_FIELDS };

interface Props {
  /** The name of the board or preset to copy. */
  name: string;
  origin: BoardOrigin;
  onClose: () => void;
}

/** Copies a board or a preset under a name that the user gives. */
export function CopyBoardDialog({ name, origin, onClose }: Props) {
  const t = useT();
  const { addBoard } = useBoards();
  const form = useForm(NAME_FIELDS, { name: t('copyOfBoard', { name }).slice(0, NAME_FIELDS.name.max) });
  const { busy, submit } = useSubmit(form, async (values) => {
    await addBoard(values.name, origin);
    showSuccess(t('saved'));
    onClose();
  });
  return (
    <FormDialog
      title={t('copyBoard', { name })}
      form={form}
      busy={busy}
      submitText={t('copy')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field of={NAME_FORM} name="name" autoFocus />
    </FormDialog>
  );
}
