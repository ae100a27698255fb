import { useNavigate } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import type { FieldMap } from '#shared/kernel/fields.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { getCorrectivePath } from './corrective-paths.ts';
import { useCorrectiveCommand } from './use-corrective.ts';

interface Props {
  /** The initial values of the form, by field name. */
  proposed?: Record<string, unknown>;
  onClose: () => void;
}

const { errorClassId, craftId, partCode, problem, leaderId, memberIds, exceptionIds, checkAfterDays } =
  entities.correctiveAction.fields;
const FIELDS = {
  errorClassId,
  craftId,
  partCode,
  problem,
  leaderId,
  memberIds,
  exceptionIds,
  checkAfterDays,
} satisfies FieldMap;
const FORM = { fields: FIELDS };
const NOTHING_PROPOSED = {};

/** Begins a corrective action, and opens its page. */
export function BeginCorrectiveDialog({ proposed = NOTHING_PROPOSED, onClose }: Props) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const form = useForm(FIELDS, { leaderId: user.employeeId, ...proposed });
  const { submit, busy, refusal } = useCorrectiveCommand(form, onClose);
  const begin = async () => {
    const values = form.check();
    if (!values) return;
    const corrective = await submit<{ id: number; code: string }>(
      `${entities.correctiveAction.path}/save`,
      values,
      ({ code }) => t('correctiveStarted', { code }),
    );
    if (corrective) await navigate(getCorrectivePath(corrective.id));
  };
  return (
    <FormDialog
      title={t('startCorrective')}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('startCorrective')}
      wide
      stepwise
      confirmsDiscard
      onSubmit={() => void begin()}
      onClose={onClose}
    >
      <Field of={FORM} name="problem" autoFocus />
      <Field of={FORM} name="errorClassId" />
      <Field of={FORM} name="craftId" />
      <Field of={FORM} name="partCode" />
      <Field of={FORM} name="checkAfterDays" />
      <Field of={FORM} name="leaderId" />
      <Field of={FORM} name="memberIds" />
      <Field of={FORM} name="exceptionIds" />
      <p className="field-hint">{t('scopeHint')}</p>
    </FormDialog>
  );
}
