import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities, type Entity } from '#shared/entities/index.ts';
import { ref, text } from '#shared/kernel/fields.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { makeInputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  part: Entity<'part'>;
  processCount: number;
  onClose: () => void;
}

const { path } = entities.processLibrary;
const FIELDS = {
  libraryId: ref('processLibrary', { label: 'libraryTarget' }),
  code: text({ max: 40 }),
  name: text({ max: 100 }),
  editionNote: text({ max: 500 }),
} as const;
const PUBLISHED_QUERY = { filter: { state: 'published' }, sort: 'code', limit: 500 };

/** Chooses whether the routing becomes a new standard routing, or a new edition of a published one. */
function LibraryTargetInput(props: InputProps) {
  const t = useT();
  const { data } = useQuery({
    queryKey: queryKeys.entity('processLibrary', 'page', PUBLISHED_QUERY),
    queryFn: ({ signal }) =>
      call<PageAnswer<Entity<'processLibrary'>>>(`${path}/page`, PUBLISHED_QUERY, { signal }),
  });
  return (
    <HTMLSelect
      {...makeInputAttributes(props)}
      fill
      value={String(props.value ?? '')}
      onChange={(event) => props.onChange(event.target.value === '' ? null : Number(event.target.value))}
      options={[
        { value: '', label: t('newStandardRouting') },
        ...(data?.rows ?? []).map(({ id, code, name }) => ({
          value: String(id),
          label: t('newEditionOf', { name: `${code} ${name}` }),
        })),
      ]}
    />
  );
}

/** Saves the routing of a part in the library, as a draft. */
export function SaveToLibraryDialog({ part, processCount, onClose }: Props) {
  const t = useT();
  const form = useForm(FIELDS, { code: part.code, name: part.name });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const isNew = (form.values['libraryId'] ?? null) === null;
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { libraryId, code, name, editionNote } = values;
    const savedLibrary = await sendCommand<{ code: string; edition: number }>(`${path}/saveFromPart`, {
      partId: part.id,
      libraryId,
      editionNote,
      ...(isNew ? { code, name } : {}),
    });
    if (!savedLibrary) return;
    showSuccess(t('savedToLibrary', savedLibrary));
    onClose();
  };
  return (
    <FormDialog
      title={t('saveToLibrary')}
      subject={t('saveToLibraryAbout', { name: part.name, count: processCount })}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('save')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field of={{ fields: FIELDS }} name="libraryId" as={LibraryTargetInput} autoFocus />
      {isNew && <Field of={{ fields: FIELDS }} name="code" />}
      {isNew && <Field of={{ fields: FIELDS }} name="name" />}
      <Field of={{ fields: FIELDS }} name="editionNote" />
    </FormDialog>
  );
}
