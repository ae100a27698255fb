import { entities } from '#shared/entities/index.ts';
import { lines, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { DeviceButtons } from '../reporting/device-buttons.tsx';
import { PeopleInput } from '../reporting/people-input.tsx';
import { StartTimeButtons } from '../reporting/start-time-buttons.tsx';
import { useFormCommand } from '../reporting/use-report.ts';
import { CraftButtons } from './craft-buttons.tsx';
import { PartInput } from './part-input.tsx';
import { ReasonInput } from './reason-input.tsx';

interface Props {
  /** The part on which the work is done; null if the user chooses it. */
  part: { id: number; name: string } | null;
  /** The unfinished extra process to continue; null to add one. */
  extra: { taskId: number; name: string; reason: string; workGroupId: number } | null;
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
const { partId, craftId, workGroupId: groupField, reasonId } = entities.extraProcess.fields;
const ADD_FIELDS = {
  craftId,
  reasonId,
  reason: text({ max: 200, label: 'reasonInWords' }),
  workGroupId: groupField,
  ...WORK_FIELDS,
} as const;
const PART_FIELDS = { partId, ...ADD_FIELDS } as const;
const FORM = { fields: PART_FIELDS };

/**
 * Adds an extra process to a part and starts it, or continues an unfinished one. For work that is already
 * done, the user enters the minutes.
 */
export function ExtraProcessDialog({ part, extra, onClose }: Props) {
  const t = useT();
  const user = useUser();
  const form = useForm<typeof PART_FIELDS | typeof ADD_FIELDS | typeof WORK_FIELDS>(
    extra ? WORK_FIELDS : part ? ADD_FIELDS : PART_FIELDS,
    {
      ...(extra ? {} : { workGroupId: user.workGroupId }),
      people:
        user.employeeId === null
          ? []
          : [{ employeeId: user.employeeId, ratio: null, labels: { employeeId: user.name } }],
    },
  );
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const isDone = Number(form.values['minutes'] ?? 0) > 0;
  const workGroupId = extra?.workGroupId ?? Number(form.values['workGroupId'] ?? 0);
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const { at, minutes, ...work } = values;
    if (!extra && !form.values['reasonId'] && !form.values['reason'])
      return form.refuse({ reasonId: t('error.field.required') });
    const verb = minutes === null ? 'start' : 'record';
    const answer = await sendCommand<unknown>(
      `${extra ? '/mes/report/task' : entities.extraProcess.path}/${verb}`,
      {
        ...(extra ? { taskId: extra.taskId } : part ? { partId: part.id } : {}),
        ...work,
        ...(minutes === null ? { at } : { minutes }),
        source: 'screen',
      },
    );
    if (!answer) return;
    showSuccess(t(minutes === null ? 'taskStarted' : 'taskRecorded'));
    onClose();
  };
  const chosenDeviceId = form.values['deviceId'];
  const chosenCraftId = form.values['craftId'];
  const title = extra ? t('continueExtraProcess', { name: extra.name }) : t('addExtraProcess');
  return (
    <FormDialog
      wide
      title={title}
      subject={
        <>
          {part && <strong>{part.name}</strong>}
          {extra && ` · ${extra.reason}`} <span>{t('extraProcessHint')}</span>
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
          {!part && (
            <div className="field-across">
              <Field of={FORM} name="partId" as={PartInput} autoFocus />
            </div>
          )}
          <div className="field-across device-choice">
            <Field of={FORM} name="craftId" />
            <CraftButtons
              workGroupId={workGroupId > 0 ? workGroupId : null}
              chosenId={typeof chosenCraftId === 'number' ? chosenCraftId : null}
              onPick={(id) => form.set('craftId', id)}
            />
          </div>
          <div className="field-across">
            <Field of={FORM} name="reasonId" as={ReasonInput} />
          </div>
          <div className="field-across">
            <Field of={FORM} name="reason" />
          </div>
          <Field of={FORM} name="workGroupId" />
        </>
      )}
      <div className="field-across device-choice">
        <Field of={FORM} name="deviceId" />
        {workGroupId > 0 && (
          <DeviceButtons
            workGroupId={workGroupId}
            chosenDeviceId={typeof chosenDeviceId === 'number' ? chosenDeviceId : null}
            onPick={(id) => form.set('deviceId', id)}
          />
        )}
      </div>
      <Field of={FORM} name="people" as={PeopleInput} />
      <Field of={FORM} name="minutes" />
      {!isDone && <StartTimeButtons at={form.values['at']} onPick={(at) => form.set('at', at)} />}
    </FormDialog>
  );
}
