import { entities } from '#shared/entities/index.ts';
import { choice, text, type FieldMap } from '#shared/kernel/fields.ts';
import type { CorrectiveState } from '#shared/machines/corrective-action.ts';
import type { CorrectiveDetail } from '#shared/quality/corrective.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { useCorrectiveCommand } from './use-corrective.ts';

/** The decisions about a corrective action that need a reason. */
export type CorrectiveDecision = 'judge' | 'beginCheck' | 'cancel';

const reason = text({ required: true, max: 1000 });
const REASON_FIELDS: FieldMap = { reason };
const VERDICT_FIELDS: FieldMap = {
  verdict: choice(['judgeEffective', 'judgeNotEffective'], { required: true, label: 'effectVerdict' }),
  reason,
};
const TITLES = { judge: 'judgeEffect', beginCheck: 'beginCheck', cancel: 'cancelCorrective' } as const;

interface Props {
  corrective: CorrectiveDetail;
  decision: CorrectiveDecision;
  onClose: () => void;
}

/** Judges the effect of a corrective action, begins the check of its effect, or cancels it. */
export function DecisionDialog({ corrective: { id, version, code, checkDueOn }, decision, onClose }: Props) {
  const t = useT();
  const fields = decision === 'judge' ? VERDICT_FIELDS : REASON_FIELDS;
  const form = useForm(fields);
  const { submit, busy, refusal } = useCorrectiveCommand(form, onClose);
  const title = t(TITLES[decision]);
  const send = async () => {
    const values = form.check();
    if (!values) return;
    await submit<{ state: CorrectiveState }>(
      `${entities.correctiveAction.path}/${decision}`,
      { id, version, ...values },
      ({ state }) => t('correctiveMoved', { code, state: t(state) }),
    );
  };
  return (
    <FormDialog
      title={`${title} · ${code}`}
      subject={decision === 'judge' && checkDueOn ? t('checkDueBy', { day: checkDueOn }) : undefined}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={title}
      danger={decision === 'cancel'}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {Object.keys(fields).map((name, index) => (
        <Field key={name} of={{ fields }} name={name} autoFocus={index === 0} />
      ))}
    </FormDialog>
  );
}
