import { entities, type Entity } from '#shared/entities/index.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { useBoards } from './use-boards.ts';

const { name, sharing, roleIds } = entities.board.fields;
const SHARE_FIELDS = { name, sharing, roleIds };
const SHARE_FORM = { fields: SHARE_FIELDS };

interface Props {
  board: Entity<'board'>;
  /** Whether the user may change who can see the board; otherwise only its name can be changed. */
  mayShare: boolean;
  onClose: () => void;
}

/** Changes the name of a board, and who can see it. */
export function ShareBoardDialog({ board, mayShare, onClose }: Props) {
  const t = useT();
  const { write } = useBoards();
  const form = useForm(SHARE_FIELDS, {
    name: board.name,
    sharing: board.sharing,
    roleIds: board.roleIds,
  });
  const { busy, submit } = useSubmit(form, async (values) => {
    const sharingFields = {
      sharing: values.sharing,
      roleIds: values.sharing === 'theseRoles' ? values.roleIds : [],
    };
    await write('/mes/board/save', {
      id: board.id,
      version: board.version,
      name: values.name,
      ...(mayShare ? sharingFields : {}),
    });
    showSuccess(t('saved'));
    onClose();
  });
  return (
    <FormDialog
      title={board.name}
      form={form}
      busy={busy}
      submitText={t('save')}
      onSubmit={submit}
      onClose={onClose}
      confirmsDiscard
    >
      <Field of={SHARE_FORM} name="name" />
      {mayShare && <Field of={SHARE_FORM} name="sharing" />}
      {mayShare && form.values['sharing'] === 'theseRoles' && <Field of={SHARE_FORM} name="roleIds" />}
    </FormDialog>
  );
}
