import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { entities, type Entity } from '#shared/entities/index.ts';
import { ref } from '#shared/kernel/fields.ts';
import { call } from '#client/kit/wire/call.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import type { Reference } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';
import { CopyProcessesDialog } from './copy-dialog.tsx';

interface Props {
  part: Entity<'part'>;
  onClose: () => void;
}

const { path } = entities.processLibrary;
const STANDARD_ROUTING_FIELDS = {
  libraryId: ref('processLibrary', { required: true, label: 'processLibrary' }),
};
const PUBLISHED_ROUTINGS_QUERY = { filter: { state: 'published' }, all: true };

/** Chooses a standard routing. Only published revisions are offered. */
function StandardRoutingInput({ id, value, onChange, invalid, describedBy, autoFocus }: InputProps) {
  const t = useT();
  const { data } = useQuery({
    queryKey: queryKeys.entity('processLibrary', 'list', PUBLISHED_ROUTINGS_QUERY),
    queryFn: ({ signal }) => call<Reference[]>(`${path}/list`, PUBLISHED_ROUTINGS_QUERY, { signal }),
  });
  return (
    <HTMLSelect
      id={id}
      fill
      autoFocus={autoFocus ?? false}
      value={typeof value === 'number' ? value : ''}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}
      options={[
        { value: '', label: data?.length === 0 ? t('nothingFound') : '' },
        ...(data ?? []).map((row) => ({ value: row.id, label: `${row.code} ${row.label}` })),
      ]}
    />
  );
}

/** Copies a standard routing to a part. */
export function StandardRoutingDialog({ part, onClose }: Props) {
  const t = useT();
  const form = useForm(STANDARD_ROUTING_FIELDS);
  return (
    <CopyProcessesDialog
      title={t('fromLibrary')}
      path={`${path}/copy`}
      part={part}
      form={form}
      onClose={onClose}
    >
      <Field of={{ fields: STANDARD_ROUTING_FIELDS }} name="libraryId" as={StandardRoutingInput} autoFocus />
    </CopyProcessesDialog>
  );
}
