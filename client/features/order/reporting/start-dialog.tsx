import type { FieldMap } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useArrangedForm } from '#client/kit/forms/use-arranged-form.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { DevicePicks } from './device-picks.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { lastDevice } from '#client/production/last-device.ts';
import { PeopleInput, type Person } from './people-input.tsx';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { ReportAbout } from './report-about.tsx';
import { startFields } from './report-fields.ts';
import { confirmReport } from './confirm-report.ts';
import { startable } from '#shared/ledger/may-begin.ts';
import { useReport, type ReportAnswer } from './use-report.ts';

interface Props {
  process: ProcessProgress;
  onClose: () => void;
}

const of = { fields: startFields };
const DEVICE: FieldMap = { deviceId: startFields.deviceId };

/** Starts work. By default the user starts all available pieces now. */
export function StartDialog({ process, onClose }: Props) {
  const t = useT();
  const user = useUser();
  const self: Person[] =
    user.employeeId === null
      ? []
      : [{ employeeId: user.employeeId, ratio: null, labels: { employeeId: user.name } }];
  const form = useForm(startFields, {
    quantity: startable(process) || null,
    deviceId: process.deviceId ?? lastDevice.of(process.workGroupId),
    people: self,
  });
  const { arranged } = useArrangedForm('workReport', DEVICE);
  const needsDevice = arranged?.some(({ required }) => required) ?? false;
  const { report, busy, refusal } = useReport(form);
  const device = form.values['deviceId'];

  const submit = async () => {
    const values = form.check();
    if (!values) return;
    if (needsDevice && values.deviceId === null) return form.refuse({ deviceId: t('error.field.required') });
    const answer = await report<ReportAnswer>('/mes/report/start', {
      processId: process.processId,
      source: 'screen',
      ...values,
    });
    if (!answer) return;
    lastDevice.keep(process.workGroupId, values.deviceId);
    confirmReport('start', answer);
    onClose();
  };
  return (
    <FormDialog
      title={t('start')}
      about={<ReportAbout process={process} />}
      form={form}
      busy={busy}
      refusal={refusal}
      submit={t('start')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="field-row">
        <Field of={of} name="quantity" autoFocus />
      </div>
      <p className="field-hint">{t('startableNow', { quantity: formatNumber(startable(process)) })}</p>
      <div className="field-across device-choice">
        <Field of={of} name="deviceId" shown={process.deviceName ?? undefined} />
        {process.workGroupId !== null && (
          <DevicePicks
            workGroupId={process.workGroupId}
            chosen={typeof device === 'number' ? device : null}
            onPick={(id) => form.set('deviceId', id)}
          />
        )}
      </div>
      <Field of={of} name="people" as={PeopleInput} />
      <details className="more-fields" open={form.problems['at'] ? true : undefined}>
        <summary>{t('phaseAndTime')}</summary>
        <div>
          <Field of={of} name="phase" />
          <Field of={of} name="at" />
          <p className="field-hint">{t('emptyIsNow')}</p>
        </div>
      </details>
    </FormDialog>
  );
}
