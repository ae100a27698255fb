import { InputGroup } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useT } from '../words/t.ts';
import { parseTime } from './parse-time.ts';

interface Props {
  /** The time as 'HH:mm'; '' if there is none. */
  value: string;
  onChange: (time: string) => void;
  disabled: boolean;
  id?: string | undefined;
  /** The name for a screen reader; "time of day" by default. */
  label?: string | undefined;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
}

/** An input for a time of day on a 24-hour clock. It accepts '8:30', '830' and '8'. */
export function TimeInput({ value, onChange, disabled, id, label, invalid, describedBy }: Props) {
  const t = useT();
  const [typedText, setTypedText] = useState(value);
  useEffect(() => setTypedText(value), [value]);
  const commitText = () => {
    const time = parseTime(typedText);
    if (time === null) setTypedText(value);
    else if (time !== value) onChange(time);
    else setTypedText(time);
  };
  return (
    <InputGroup
      className="time-input"
      value={typedText}
      placeholder="HH:mm"
      inputMode="numeric"
      autoComplete="off"
      id={id}
      intent={invalid ? 'danger' : 'none'}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      aria-label={label ?? t('timeOfDay')}
      disabled={disabled}
      onChange={(event) => setTypedText(event.target.value)}
      onBlur={commitText}
      onKeyDown={(event) =>
        (event.key === 'Enter' || (event.key === 's' && (event.ctrlKey || event.metaKey))) && commitText()
      }
    />
  );
}
