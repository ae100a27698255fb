import { useNavigate } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import { getPlanPath } from './plan-paths.ts';
import { type PlanSubject, usePlanCommand } from './use-plans.ts';

const { name, templateId, direction, startsOn, dueOn } = entities.masterPlan.fields;
const FIELDS = { name, templateId, direction, startsOn, dueOn };
const FORM = { fields: FIELDS };

interface Props {
  subject: PlanSubject;
  name: string;
  onClose: () => void;
}

/** Begins a master plan of an order or project, usually from a template, and opens it. */
export function NewPlanDialog({ subject, name: proposedName, onClose }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const form = useForm(FIELDS, { name: proposedName, direction: 'forwards' });
  const { submit, busy, refusal } = usePlanCommand(form, onClose);
  const addPlan = async () => {
    const values = form.check();
    if (!values) return;
    const answer = await submit<{ id: number }>('save', { ...subject, ...values }, t('saved'));
    if (answer) await navigate(getPlanPath(answer.id));
  };
  return (
    <FormDialog
      title={t('newPlanFor')}
      subject={proposedName}
      form={form}
      busy={busy}
      refusal={refusal}
      submitText={t('save')}
      onSubmit={() => void addPlan()}
      onClose={onClose}
    >
      <Field of={FORM} name="name" />
      <Field of={FORM} name="templateId" autoFocus />
      <Field of={FORM} name="direction" />
      <Field of={FORM} name="startsOn" />
      <Field of={FORM} name="dueOn" />
    </FormDialog>
  );
}
