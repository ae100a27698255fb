import { useState } from 'react';
import { ref } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useReferencesById } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';
import { RaiseExceptionDialog } from '#client/production/quality/raise-exception-dialog.tsx';

interface Props {
  onClose: () => void;
}

const FIELDS = { processId: ref('process', { required: true, label: 'discoveryProcess' }) } as const;

/** Asks at which process the pieces were found, and raises an exception there. */
export function RaiseByProcessDialog({ onClose }: Props) {
  const t = useT();
  const form = useForm(FIELDS);
  const [processId, setProcessId] = useState<number | null>(null);
  const { data } = useReferencesById('process', processId === null ? [] : [processId], processId !== null);
  if (processId !== null)
    return (
      <RaiseExceptionDialog
        processId={processId}
        name={data?.find(({ id }) => id === processId)?.label ?? ''}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={t('raiseException')}
      form={form}
      busy={false}
      submitText={t('chooseProcessNext')}
      onSubmit={() => setProcessId(form.check()?.processId ?? null)}
      onClose={onClose}
    >
      <Field of={{ fields: FIELDS }} name="processId" autoFocus />
    </FormDialog>
  );
}
