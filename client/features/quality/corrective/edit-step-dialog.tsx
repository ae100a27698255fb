import { entities } from '#shared/entities/index.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import type { CorrectiveDetail, CorrectiveStep } from '#shared/quality/corrective.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useOpeningVersion } from '#client/kit/forms/use-opening-version.ts';
import { useT } from '#client/kit/words/t.ts';
import { useCorrectiveCommand } from './use-corrective.ts';

const { fields } = entities.correctiveAction;

/** The form fields of each step that the user edits in a form. */
const FIELDS_BY_STEP = {
  stepTeam: { leaderId: fields.leaderId, memberIds: fields.memberIds },
  stepProblem: {
    problem: fields.problem,
    errorClassId: fields.errorClassId,
    craftId: fields.craftId,
    partCode: fields.partCode,
    exceptionIds: fields.exceptionIds,
  },
  stepContainment: { containment: fields.containment },
  stepRootCause: { whys: fields.whys, rootCause: fields.rootCause },
  stepPrevention: { preventiveAction: fields.preventiveAction, checkAfterDays: fields.checkAfterDays },
} satisfies Partial<Record<CorrectiveStep, FieldMap>>;
export type WrittenStep = keyof typeof FIELDS_BY_STEP;

/** Whether a step is one of the steps that are edited in a form. */
export const isWrittenStep = (step: CorrectiveStep): step is WrittenStep => step in FIELDS_BY_STEP;

interface Props {
  corrective: CorrectiveDetail;
  step: WrittenStep;
  onClose: () => void;
}

/** Edits one step of a corrective action. */
export function EditStepDialog({ corrective, step, onClose }: Props) {
  const t = useT();
  const formDeclaration: { fields: FieldMap } = { fields: FIELDS_BY_STEP[step] };
  const form = useForm(formDeclaration.fields, {
    ...corrective,
    exceptionIds: corrective.exceptions.map(({ id }) => id),
    whys: corrective.whys.map((why) => ({ why })),
  });
  const version = useOpeningVersion(corrective.version);
  const { submit, busy, refusal } = useCorrectiveCommand(form, onClose);
  const save = async () => {
    const values = form.check();
    const { id, code } = corrective;
    if (values)
      await submit(`${entities.correctiveAction.path}/save`, { id, version, ...values }, () =>
        t('correctiveSaved', { code }),
      );
  };
  return (
    <FormDialog
      title={`${t(step)} · ${corrective.code}`}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('save')}
      wide
      stepwise
      confirmsDiscard
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {Object.keys(formDeclaration.fields).map((name, index) => (
        <Field key={name} of={formDeclaration} name={name} autoFocus={index === 0} />
      ))}
      {step === 'stepProblem' && <p className="field-hint">{t('scopeHint')}</p>}
    </FormDialog>
  );
}
