import { Button } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { useEffect } from 'react';
import { ORIGINS_WITH_SPAN, type RecallOrigin } from '#shared/quality/recall.ts';
import { FORWARD_FIELDS } from '#shared/quality/recall-fields.ts';
import { ChoiceSwitch } from '#client/kit/elements/choice-switch.tsx';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useT } from '#client/kit/words/t.ts';
import {
  FIELD_BY_ORIGIN,
  RECALL_DIRECTIONS,
  type RecallAddress,
} from '#client/production/recall/recall-address.ts';

interface Props {
  address: RecallAddress;
  busy: boolean;
  /** Called at each change of an input. */
  onInput: () => void;
  onDirection: (direction: RecallAddress['direction']) => void;
  onTrace: (address: RecallAddress) => void;
}

const FORM = { fields: FORWARD_FIELDS };

const toFormValues = ({ origin, value, from, to }: RecallAddress) => ({
  origin,
  [FIELD_BY_ORIGIN[origin]]: origin === 'card' || value === null ? value : Number(value),
  from,
  to,
});

/** The form of a trace: its direction, its origin and its time span. A scanned code starts the trace at once. */
export function RecallForm({ address, busy, onInput, onDirection, onTrace }: Props) {
  const t = useT();
  const form = useForm(FORWARD_FIELDS, toFormValues(address));
  const { reset } = form;
  useEffect(() => reset(toFormValues(address)), [address, reset]);
  const isBackward = address.direction === 'traceBackward';
  const origin = isBackward ? 'card' : ((form.values['origin'] as RecallOrigin | null) ?? 'card');
  const field = FIELD_BY_ORIGIN[origin];
  const submit = () => {
    const values = form.check();
    if (!values) return;
    const value = values[field];
    if (value === null || value === '') return form.refuse({ [field]: { reason: 'required' } });
    onTrace({ ...address, origin, value: String(value), from: values.from, to: values.to });
  };
  return (
    <FormArea form={form} label={t('recall')} className="recall-form" onSubmit={submit}>
      <ChoiceSwitch
        label={t('recallDirection')}
        choices={RECALL_DIRECTIONS}
        value={address.direction}
        onChange={onDirection}
      />
      <div className="recall-fields" role="presentation" onInput={onInput} onChange={onInput}>
        {!isBackward && <Field of={FORM} name="origin" />}
        <Field key={field} of={FORM} name={field} autoFocus={origin === 'card' && !form.dirty} />
        {ORIGINS_WITH_SPAN.includes(origin) && (
          <>
            <Field of={FORM} name="from" />
            <Field of={FORM} name="to" />
          </>
        )}
        <Button type="submit" intent="primary" icon={<SearchIcon />} loading={busy} text={t('startTrace')} />
      </div>
    </FormArea>
  );
}
