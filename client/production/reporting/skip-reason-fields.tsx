import type { SkippedLine } from '#shared/answers/daily-plan.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { useT } from '#client/kit/words/t.ts';
import { START_FORM_FIELDS } from './report-fields.ts';

const START_FORM = { fields: START_FORM_FIELDS };

/** Says what the released plan has next, and asks why other work is started first. */
export function SkipReasonFields({ next }: { next: SkippedLine }) {
  const t = useT();
  return (
    <fieldset className="field-across skip-reason-fields">
      <p className="state-call" role="status">
        <span aria-hidden="true">{'▲'}</span>{' '}
        {t('skipAsks', { name: next.name, part: next.partName, order: next.orderCode })}
      </p>
      <Field of={START_FORM} name="skipReasonId" />
      <Field of={START_FORM} name="skipReason" />
    </fieldset>
  );
}
