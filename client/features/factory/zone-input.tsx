import { InputGroup } from '@blueprintjs/core';
import type { InputProps } from '#client/kit/fields/input-props.ts';

const ZONES = Intl.supportedValuesOf('timeZone');

/** Types a time zone, with the known ones offered. */
export function ZoneInput({ id, value, onChange, invalid, describedBy, disabled }: InputProps) {
  return (
    <>
      <InputGroup
        id={id}
        fill
        value={typeof value === 'string' ? value : ''}
        list={`${id}-zones`}
        autoComplete="off"
        spellCheck={false}
        disabled={disabled ?? false}
        intent={invalid ? 'danger' : 'none'}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        aria-required
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-zones`}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
