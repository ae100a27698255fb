import { useId } from 'react';
import type { Field } from '#shared/kernel/fields.ts';
import { DateInput } from '#client/kit/fields/date-input.tsx';
import { RefInput } from '#client/kit/fields/ref-input.tsx';
import { useT } from '#client/kit/words/t.ts';

const DAY_FIELD: Field = { kind: 'date', required: false, unique: false };
const PLACE_FIELDS = {
  group: { kind: 'ref', required: false, unique: false, to: 'workGroup' },
  device: { kind: 'ref', required: false, unique: false, to: 'device' },
  person: { kind: 'ref', required: false, unique: false, to: 'employee' },
} as const satisfies Record<string, Field>;
type PlaceName = keyof typeof PLACE_FIELDS;
const PLACE_NAMES = Object.keys(PLACE_FIELDS) as PlaceName[];
const PLACE_TERMS = { group: 'workGroup', device: 'device', person: 'employee' } as const;

/** An input that chooses the day of the plan. */
export function PlanDayInput({ day, onChange }: { day: string; onChange: (day: unknown) => void }) {
  const t = useT();
  const id = useId();
  return (
    <div className="plan-day-input">
      <DateInput field={DAY_FIELD} id={id} ariaLabel={t('planDay')} value={day} onChange={onChange} />
    </div>
  );
}

interface Props {
  values: Readonly<Record<PlaceName, number | null>>;
  onChange: (name: PlaceName, id: number | null) => void;
}

/** Inputs that choose the group, the device and the person whose work is shown. */
export function PlanPlaceInputs({ values, onChange }: Props) {
  const t = useT();
  const id = useId();
  return (
    <>
      {PLACE_NAMES.map((name) => (
        <div key={name} className="plan-place">
          <label htmlFor={`${id}-${name}`}>{t(PLACE_TERMS[name])}</label>
          <RefInput
            field={PLACE_FIELDS[name]}
            id={`${id}-${name}`}
            value={values[name]}
            onChange={(next) => onChange(name, typeof next === 'number' ? next : null)}
          />
        </div>
      ))}
    </>
  );
}
