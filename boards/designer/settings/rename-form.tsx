import { Button } from '@blueprintjs/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import { entities } from '#shared/entities/index.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';

const NAME_FIELDS = { name: entities.board.fields.name };
const NAME_FORM = { fields: NAME_FIELDS };

interface Props {
  id: number;
  /** The name that the server has stored. */
  name: string;
}

/** Changes the name of the board at once. The name is not a part of the design, so undo does not change it. */
export function RenameForm({ id, name }: Props) {
  const t = useT();
  const client = useQueryClient();
  const form = useForm(NAME_FIELDS, { name });
  const { reset } = form;
  useEffect(() => reset({ name }), [name, reset]);
  const isUnchanged = String(form.values['name'] ?? '').trim() === name;
  const { busy, submit } = useSubmit(form, async (values) => {
    // Ctrl+S saves the design and submits this form, also if only the design has changed.
    if (isUnchanged) return;
    // The version is read first, because a save of the design may have raised it.
    const { version } = await call<BoardAnswer>('/mes/board/read', { id });
    await send('/mes/board/save', { id, version, name: values.name });
    await client.invalidateQueries({ queryKey: queryKeys.entity('board') });
    showSuccess(t('saved'));
  });
  return (
    <FormArea form={form} onSubmit={submit} className="settings-name" label={t('boardName')}>
      <Field of={NAME_FORM} name="name" />
      <Button type="submit" text={t('renameBoard')} loading={busy} disabled={isUnchanged} />
    </FormArea>
  );
}
