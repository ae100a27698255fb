import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import { entities } from '#shared/entities/index.ts';
import { lines, moment, number, ref } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useT } from '#client/kit/words/t.ts';
import { PeopleInput } from '../reporting/people-input.tsx';
import { StartTimeButtons } from '../reporting/start-time-buttons.tsx';
import { useFormCommand } from '../reporting/use-report.ts';

interface Props {
  part: { id: number; name: string };
  /** The extra process to continue; null to add one. */
  extra: ExtraProcessWork | null;
  /** The person who works by default; null if the user is no employee. */
  worker: { employeeId: number; name: string } | null;
  workGroupId: number | null;
  /** The token of the person identified at a terminal, who reports only the own work. */
  workerToken?: string | null;
  onClose: () => void;
}

const WORK_FIELDS = {
  deviceId: ref('device'),
  people: lines(
    { employeeId: ref('employee', { required: true }), ratio: number({ min: 0.01, max: 100 }) },
    { min: 1, max: 50 },
  ),
  minutes: number({ min: 1, max: 1440, decimals: 0, label: 'tookMinutes' }),
  at: moment(),
} as const;
const { craftId, workGroupId: groupField, reason } = entities.extraProcess.fields;
const ADD_FIELDS = { craftId, workGroupId: groupField, reason, ...WORK_FIELDS } as const;
const ADD_FORM = { fields: ADD_FIELDS };

/** Adds an extra process to a part and starts it, or continues one. Work that is done already is logged by its minutes. */
export function ExtraProcessDialog({ part, extra, worker, workGroupId, workerToken, onClose }: Props) {
  const t = useT();
  const form = useForm<typeof ADD_FIELDS | typeof WORK_FIELDS>(extra ? WORK_FIELDS : ADD_FIELDS, {
    ...(extra ? {} : { workGroupId }),
    people: worker && [{ employeeId: worker.employeeId, ratio: null, labels: { employeeId: worker.name } }],
  });
  const { sendCommand, busy, refusal } = useFormCommand(form, workerToken);
  const isDone = Number(form.values['minutes'] ?? 0) > 0;
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { at, minutes, ...work } = values;
    const verb = minutes === null ? 'start' : 'record';
    const answer = await sendCommand<unknown>(
      `${extra ? '/mes/report/task' : entities.extraProcess.path}/${verb}`,
      {
        ...(extra ? { taskId: extra.taskId } : { partId: part.id }),
        ...work,
        ...(minutes === null ? { at } : { minutes }),
        source: workerToken ? 'kiosk' : 'screen',
      },
    );
    if (!answer) return;
    showSuccess(t(minutes === null ? 'taskStarted' : 'taskRecorded'));
    onClose();
  };
  const title = extra ? t('continueExtraProcess', { name: extra.craftName }) : t('addExtraProcess');
  return (
    <FormDialog
      title={title}
      subject={
        <>
          <strong>{part.name}</strong>
          {extra && ` · ${extra.reason}`}
        </>
      }
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t(isDone ? 'logExtraProcess' : 'startExtraProcess')}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {!extra && (
        <>
          <Field of={ADD_FORM} name="craftId" autoFocus />
          <Field of={ADD_FORM} name="workGroupId" />
          <div className="field-across">
            <Field of={ADD_FORM} name="reason" />
          </div>
        </>
      )}
      <Field of={ADD_FORM} name="deviceId" />
      <Field of={ADD_FORM} name="minutes" />
      <p className="field-hint">{t('extraProcessHint')}</p>
      {!workerToken && <Field of={ADD_FORM} name="people" as={PeopleInput} />}
      {!isDone && <StartTimeButtons at={form.values['at']} onPick={(at) => form.set('at', at)} />}
    </FormDialog>
  );
}
