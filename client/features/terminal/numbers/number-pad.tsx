import { useT } from '#client/kit/words/t.ts';
import './report-numbers.css';

interface Props {
  /** The text typed so far. */
  value: string;
  /** Whether the next key replaces the text, for example after the user has selected a quantity. */
  replacesText: boolean;
  /** Whether the pad types a PIN, which may begin with zeros and has no decimal point. */
  isPin?: boolean;
  onChange: (value: string) => void;
}

const PAD_KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0'] as const;
/** Matches a quantity with up to 10 digits before and 4 digits after the decimal point. */
const QUANTITY_FORMAT = /^\d{0,10}(\.\d{0,4})?$/;
/** Matches a PIN, or the beginning of one. */
const PIN_FORMAT = /^\d{0,8}$/;

/**
 * Shows large keys for typing a quantity or a PIN. A key that would make the text invalid has no
 * effect.
 */
export function NumberPad({ value, replacesText, isPin = false, onChange }: Props) {
  const t = useT();
  const pressKey = (key: string) => {
    const base = replacesText ? '' : value;
    const appended = base + key;
    if (isPin) {
      if (PIN_FORMAT.test(appended)) onChange(appended);
      return;
    }
    const next = key === '.' && base === '' ? '0.' : base === '0' && key !== '.' ? key : appended;
    if (QUANTITY_FORMAT.test(next)) onChange(next);
  };
  return (
    <div className="number-pad" role="group" aria-label={t('numberPad')}>
      {PAD_KEYS.map((key) => (
        <button key={key} type="button" onClick={() => pressKey(key)}>
          {key}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('deleteDigit')}
        onClick={() => onChange(replacesText ? '' : value.slice(0, -1))}
      >
        {'⌫'}
      </button>
    </div>
  );
}
