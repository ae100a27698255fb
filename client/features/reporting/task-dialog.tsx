import { HTMLSelect } from '@blueprintjs/core';
import { useMemo } from 'react';
import type { TaskWork } from '#shared/answers/terminal.ts';
import { lines, moment, number, ref, text } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { PeopleInput, type ReportPerson } from '#client/production/reporting/people-input.tsx';
import { StartTimeButtons } from '#client/production/reporting/start-time-buttons.tsx';
import { useFormCommand } from '#client/production/reporting/use-report.ts';

interface Props {
  /** Whether the work begins now or is already done. */
  act: 'start' | 'record';
  tasks: TaskWork['tasks'];
  onClose: () => void;
}

const COMMON_FIELDS = {
  taskId: ref('task', { required: true }),
  people: lines(
    { employeeId: ref('employee', { required: true }), ratio: number({ min: 0.01, max: 100 }) },
    { min: 1, max: 50 },
  ),
} as const;
const START_FORM = { fields: { ...COMMON_FIELDS, at: moment() } } as const;
const RECORD_FORM = {
  fields: {
    ...COMMON_FIELDS,
    minutes: number({ required: true, min: 1, max: 1440, decimals: 0, label: 'tookMinutes' }),
    endedAt: moment(),
    remark: text({ max: 500 }),
  },
} as const;

/** Makes an input in which the user chooses one of `tasks`. */
const makeTaskInput = (tasks: TaskWork['tasks']) =>
  function TaskInput({ id, value, onChange, invalid, describedBy, autoFocus }: InputProps) {
    return (
      <HTMLSelect
        id={id}
        fill
        autoFocus={autoFocus}
        aria-invalid={invalid}
        aria-describedby={describedBy}
        value={typeof value === 'number' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="" />
        {tasks.map(({ taskId, name }) => (
          <option key={taskId} value={taskId}>
            {name}
          </option>
        ))}
      </HTMLSelect>
    );
  };

/** Starts work on a task, or logs work on a task that is done already. */
export function TaskDialog({ act, tasks, onClose }: Props) {
  const t = useT();
  const user = useUser();
  const TaskInput = useMemo(() => makeTaskInput(tasks), [tasks]);
  const people: ReportPerson[] =
    user.employeeId === null
      ? []
      : [{ employeeId: user.employeeId, ratio: null, labels: { employeeId: user.name } }];
  const form = useForm(act === 'start' ? START_FORM.fields : RECORD_FORM.fields, { people });
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const title = t(act === 'start' ? 'startUnplanned' : 'recordUnplanned');
  const submit = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await sendCommand<unknown>(`/mes/report/task/${act}`, { source: 'screen', ...values });
    if (!answer) return;
    showSuccess(t(act === 'start' ? 'taskStarted' : 'taskRecorded'));
    onClose();
  };
  return (
    <FormDialog
      title={title}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={title}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="field-across">
        <Field of={START_FORM} name="taskId" as={TaskInput} autoFocus />
      </div>
      <Field of={START_FORM} name="people" as={PeopleInput} />
      {act === 'start' ? (
        <StartTimeButtons at={form.values['at']} onPick={(at) => form.set('at', at)} />
      ) : (
        <>
          <div className="field-across">
            <Field of={RECORD_FORM} name="minutes" />
          </div>
          <div className="field-across">
            <Field of={RECORD_FORM} name="endedAt" />
          </div>
          <p className="field-hint">{t('emptyIsNow')}</p>
          <div className="field-across">
            <Field of={RECORD_FORM} name="remark" />
          </div>
        </>
      )}
    </FormDialog>
  );
}
