import type { InputProps } from '#client/kit/fields/input-props.ts';
import { LinesInput } from '#client/kit/fields/lines/lines-input.tsx';
import { TimeCell } from './time-cell.tsx';
import './calendar.css';

/** Edits the breaks of a class table. */
export function BreaksInput(props: InputProps) {
  return (
    <div className="breaks-input">
      <LinesInput {...props} inputsByColumn={{ startsAt: TimeCell, endsAt: TimeCell }} />
    </div>
  );
}
