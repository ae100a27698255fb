import { useState } from 'react';
import { entities } from '#shared/entities/index.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { DeviceButtons } from '../reporting/device-buttons.tsx';
import { ReportedProcess } from '../reporting/reported-process.tsx';
import { useFormCommand } from '../reporting/use-report.ts';

interface Props {
  process: ProcessProgress;
  onClose: () => void;
}

const { workGroupId, deviceId } = entities.process.fields;
const REASSIGN_FORM = { fields: { workGroupId, deviceId } };

/**
 * Gives a process to another work group or device. If somebody has changed the process since the dialog opened, nothing
 * is saved.
 */
export function ReassignDialog({ process: currentProcess, onClose }: Props) {
  const t = useT();
  const [process] = useState(currentProcess);
  const form = useForm(REASSIGN_FORM.fields, {
    workGroupId: process.workGroupId,
    deviceId: process.deviceId,
  });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const chosenGroupId = form.values['workGroupId'];
  const chosenDeviceId = form.values['deviceId'];
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { processId: id, version } = process;
    if (!(await sendCommand<unknown>(`${entities.process.path}/save`, { id, version, ...values }))) return;
    showSuccess(t('saved'));
    onClose();
  };
  return (
    <FormDialog
      title={t('reassign')}
      subject={<ReportedProcess process={process} />}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('reassign')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Field
        of={REASSIGN_FORM}
        name="workGroupId"
        chosenName={process.workGroupName ?? undefined}
        autoFocus
      />
      <div className="field-across device-choice">
        <Field of={REASSIGN_FORM} name="deviceId" chosenName={process.deviceName ?? undefined} />
        {typeof chosenGroupId === 'number' && (
          <DeviceButtons
            workGroupId={chosenGroupId}
            chosenDeviceId={typeof chosenDeviceId === 'number' ? chosenDeviceId : null}
            onPick={(id) => form.set('deviceId', id)}
          />
        )}
      </div>
    </FormDialog>
  );
}
