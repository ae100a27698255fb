import { NumberPad } from './number-pad.tsx';

/** The minimum number of digits of a PIN. */
const MIN_PIN_LENGTH = 4;

/** Whether a PIN is long enough to be sent. */
export const isPinComplete = (pin: string): boolean => pin.length >= MIN_PIN_LENGTH;

interface Props {
  pin: string;
  onChange: (pin: string) => void;
}

/** Shows large keys for typing a PIN. A dot stands for each typed digit. */
export function PinEntry({ pin, onChange }: Props) {
  return (
    <>
      <div className="pin-dots" aria-hidden="true">
        {'●'.repeat(pin.length) || '–'}
      </div>
      <NumberPad value={pin} replacesText={false} isPin onChange={onChange} />
    </>
  );
}
