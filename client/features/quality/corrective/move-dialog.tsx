import { entities } from '#shared/entities/index.ts';
import { choice, text, type FieldMap } from '#shared/kernel/fields.ts';
import type { CorrectiveState } from '#shared/machines/corrective-action.ts';
import type { CorrectiveDetail } from '#shared/quality/corrective.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { useCorrectiveCommand } from './use-corrective.ts';

/** What a leader decides about a corrective action with a reason. */
export type CorrectiveMove = 'judge' | 'beginCheck' | 'cancel';

const reason = text({ required: true, max: 1000 });
const REASON_FIELDS: FieldMap = { reason };
const VERDICT_FIELDS: FieldMap = {
  verdict: choice(['judgeEffective', 'judgeNotEffective'], { required: true, label: 'effectVerdict' }),
  reason,
};
const TITLES = { judge: 'judgeEffect', beginCheck: 'beginCheck', cancel: 'cancelCorrective' } as const;

interface Props {
  corrective: CorrectiveDetail;
  move: CorrectiveMove;
  onClose: () => void;
}

/** Judges the effect of a corrective action, begins its check again, or cancels it. */
export function MoveDialog({ corrective: { id, version, code, checkDueOn }, move, onClose }: Props) {
  const t = useT();
  const fields = move === 'judge' ? VERDICT_FIELDS : REASON_FIELDS;
  const form = useForm(fields);
  const { submit, busy, refusal } = useCorrectiveCommand(form, onClose);
  const title = t(TITLES[move]);
  const send = async () => {
    const values = form.check();
    if (!values) return;
    await submit<{ state: CorrectiveState }>(
      `${entities.correctiveAction.path}/${move}`,
      { id, version, ...values },
      ({ state }) => t('correctiveMoved', { code, state: t(state) }),
    );
  };
  return (
    <FormDialog
      title={`${title} · ${code}`}
      subject={move === 'judge' && checkDueOn ? t('checkDueBy', { day: checkDueOn }) : undefined}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={title}
      danger={move === 'cancel'}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {Object.keys(fields).map((name, index) => (
        <Field key={name} of={{ fields }} name={name} autoFocus={index === 0} />
      ))}
    </FormDialog>
  );
}
