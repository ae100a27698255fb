import { InputGroup } from '@blueprintjs/core';
import { makeInputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';

const TIME_ZONE_NAMES = Intl.supportedValuesOf('timeZone');

/** A text input that suggests the known time zones. */
export function ZoneInput(props: InputProps) {
  const { id, value, onChange } = props;
  return (
    <>
      <InputGroup
        {...makeInputAttributes(props)}
        fill
        value={typeof value === 'string' ? value : ''}
        list={`${id}-zones`}
        autoComplete="off"
        spellCheck={false}
        intent={props.invalid ? 'danger' : 'none'}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-zones`}>
        {TIME_ZONE_NAMES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
