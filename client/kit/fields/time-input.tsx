import { InputGroup } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useT } from '../words/t.ts';
import { timeTyped } from './time-typed.ts';

interface Props {
  /** 'HH:mm', '' where there is none. */
  value: string;
  onChange: (time: string) => void;
  disabled: boolean;
  id?: string | undefined;
  /** The name for a screen reader; the time of day where absent. */
  label?: string | undefined;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
}

/** Types a time of day on the factory's clock, of 24 hours: '8:30', '830' and '8' do. */
export function TimeInput({ value, onChange, disabled, id, label, invalid, describedBy }: Props) {
  const t = useT();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const settle = () => {
    const time = timeTyped(typed);
    if (time === null) setTyped(value);
    else if (time !== value) onChange(time);
    else setTyped(time);
  };
  return (
    <InputGroup
      className="time-input"
      value={typed}
      placeholder="HH:mm"
      inputMode="numeric"
      autoComplete="off"
      id={id}
      intent={invalid ? 'danger' : 'none'}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      aria-label={label ?? t('timeOfDay')}
      disabled={disabled}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) =>
        (event.key === 'Enter' || (event.key === 's' && (event.ctrlKey || event.metaKey))) && settle()
      }
    />
  );
}
