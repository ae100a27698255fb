import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { TerminalPerson } from '#shared/answers/terminal.ts';
import { getReportWayRules } from '#shared/entities/report-ways.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useArrangedFormFields } from '#client/kit/forms/use-arranged-form.ts';
import { useForm } from '#client/kit/forms/use-form.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { StartTimeButtons } from './start-time-buttons.tsx';
import { DeviceButtons } from './device-buttons.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useSkippedLines } from '#client/production/plan/use-skipped-lines.ts';
import { lastUsedDevices } from '#client/production/last-device.ts';
import { PeopleInput, type ReportPerson } from './people-input.tsx';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { SkipReasonFields } from './skip-reason-fields.tsx';
import { ReportedProcess } from './reported-process.tsx';
import { ARRANGEABLE_START_FIELDS, START_FORM_FIELDS } from './report-fields.ts';
import { showReportSaved } from './confirm-report.ts';
import { calculateStartableQuantity } from '#shared/ledger/may-begin.ts';
import { useFormCommand, type ReportAnswer } from './use-report.ts';

interface Props {
  process: ProcessProgress;
  /** Whether the pieces that wait for rework are started. */
  isRework?: boolean;
  onClose: () => void;
}

const START_FORM = { fields: START_FORM_FIELDS };

/**
 * Starts work or rework on a process. By default the user starts all pieces that can be started, and the work starts
 * now.
 */
export function StartWorkDialog({ process, isRework = false, onClose }: Props) {
  const t = useT();
  const user = useUser();
  const rules = getReportWayRules(process.reportWay);
  const available = isRework ? process.reworkOpen : calculateStartableQuantity(process);
  const verb = isRework ? 'startRework' : 'start';
  const initialPeople: ReportPerson[] =
    user.employeeId === null
      ? []
      : [{ employeeId: user.employeeId, ratio: null, labels: { employeeId: user.name } }];
  const form = useForm(START_FORM_FIELDS, {
    quantity: available || null,
    deviceId: process.deviceId ?? lastUsedDevices.get(process.workGroupId),
    people: initialPeople,
  });
  const { data: employees } = useQuery({
    queryKey: queryKeys.entity('employee', 'terminal', {}),
    queryFn: ({ signal }) => call<TerminalPerson[]>('/mes/terminal/people', {}, { signal }),
    enabled: rules.includesTeam === true && process.workGroupId !== null,
  });
  const [isTeamFilledIn, setIsTeamFilledIn] = useState(false);
  // The people of the work group are filled in once. The user may remove those who do not take part.
  useEffect(() => {
    if (!employees || isTeamFilledIn) return;
    setIsTeamFilledIn(true);
    const team = employees.filter(({ workGroupId }) => workGroupId === process.workGroupId);
    if (team.length > 0)
      form.set(
        'people',
        team.map(({ employeeId, name }) => ({ employeeId, ratio: null, labels: { employeeId: name } })),
      );
  }, [employees, isTeamFilledIn, process.workGroupId, form]);
  const { arrangedFields } = useArrangedFormFields('workReport', ARRANGEABLE_START_FIELDS);
  const needsDevice = rules.needsDevice || (arrangedFields?.some(({ required }) => required) ?? false);
  const { sendCommand, busy, refusal } = useFormCommand(form);
  const deviceId = form.values['deviceId'];

  const skippedLines = useSkippedLines(
    process.processId,
    typeof deviceId === 'number' ? deviceId : null,
    !isRework && !process.leapfrog,
  );

  const submit = async () => {
    const values = form.check();
    if (!values) return;
    if (needsDevice && values.deviceId === null) return form.refuse({ deviceId: t('error.field.required') });
    const answer = await sendCommand<ReportAnswer>('/mes/report/start', {
      processId: process.processId,
      source: 'screen',
      ...values,
      isRework,
    });
    if (!answer) return;
    lastUsedDevices.set(process.workGroupId, values.deviceId);
    showReportSaved(verb, answer);
    onClose();
  };
  return (
    <FormDialog
      title={t(verb)}
      subject={<ReportedProcess process={process} />}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t(verb)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="field-row">
        <Field of={START_FORM} name="quantity" autoFocus />
      </div>
      <p className="field-hint">
        {t(isRework ? 'reworkWaits' : 'startableNow', { quantity: formatNumber(available) })}
      </p>
      <div className="field-across device-choice">
        <Field of={START_FORM} name="deviceId" chosenName={process.deviceName ?? undefined} />
        {process.workGroupId !== null && (
          <DeviceButtons
            workGroupId={process.workGroupId}
            chosenDeviceId={typeof deviceId === 'number' ? deviceId : null}
            onPick={(id) => form.set('deviceId', id)}
          />
        )}
      </div>
      <Field of={START_FORM} name="people" as={PeopleInput} />
      {skippedLines[0] && <SkipReasonFields next={skippedLines[0]} />}
      <StartTimeButtons at={form.values['at']} onPick={(at) => form.set('at', at)} />
      <details className="more-fields" open={form.problems['at'] ? true : undefined}>
        <summary>{t('phaseAndTime')}</summary>
        <div>
          {!isRework && <Field of={START_FORM} name="phase" />}
          <Field of={START_FORM} name="at" />
          <p className="field-hint">{t('emptyIsNow')}</p>
        </div>
      </details>
    </FormDialog>
  );
}
