import type { ReactNode } from 'react';
import type { Entity } from '#shared/entities/index.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import type { Form } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  title: string;
  /** The path of the call that copies processes to the part. */
  path: string;
  part: Entity<'part'>;
  form: Form;
  onClose: () => void;
  children: ReactNode;
}

/** Copies processes to the end of a part's routing. The form selects the processes. */
export function CopyProcessesDialog({ title, path, part, form, onClose, children }: Props) {
  const t = useT();
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand<{ processIds: number[] }>(path, { partId: part.id, ...values });
    if (!answer) return;
    showSuccess(t('copiedProcesses', { count: answer.processIds.length }));
    onClose();
  };
  return (
    <FormDialog
      title={title}
      subject={t('fromLibraryAbout', { name: part.name })}
      form={form}
      busy={busy}
      submitText={t('copyIn')}
      refusal={refusal}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {children}
    </FormDialog>
  );
}
