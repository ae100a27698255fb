import { Button } from '@blueprintjs/core';
import type { ClassificationClass } from '#shared/entities/classification-ref.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useReferenceList } from '#client/kit/wire/reference-lists.ts';
import type { Reference } from '#client/kit/wire/references.ts';
import { useT } from '#client/kit/words/t.ts';

const REASON_CLASS: ClassificationClass = 'extraProcessReason';

/**
 * Offers the reasons for extra processes as buttons. A second press on the chosen reason clears it, so that
 * the user can type another reason.
 */
export function ReasonInput({ id, value, onChange, describedBy }: InputProps) {
  const t = useT();
  const { rows } = useReferenceList<Reference>('/mes/system/classify/json', { class_id: REASON_CLASS });
  return (
    <div
      id={id}
      className="device-picks"
      role="group"
      aria-label={t(REASON_CLASS)}
      aria-describedby={describedBy}
      tabIndex={-1}
    >
      {rows?.length === 0 && <p className="field-hint">{t('noExtraReasons')}</p>}
      {rows?.map((row) => (
        <Button
          key={row.id}
          active={row.id === value}
          aria-pressed={row.id === value}
          text={row.label}
          onClick={() => onChange(row.id === value ? null : row.id)}
        />
      ))}
    </div>
  );
}
