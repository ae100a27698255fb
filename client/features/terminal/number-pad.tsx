import { useT } from '#client/kit/words/t.ts';
import './report-numbers.css';

interface Props {
  /** The text typed so far. */
  value: string;
  /** The next key replaces the text, for example just after a quantity was selected. */
  fresh: boolean;
  onChange: (value: string) => void;
}

const KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0'] as const;
/** The digits before and after the decimal point of a quantity: numeric(14,4). */
const WELL_FORMED = /^\d{0,10}(\.\d{0,4})?$/;

/** Large keys for typing a quantity; it ignores keys that would make the text invalid. */
export function NumberPad({ value, fresh, onChange }: Props) {
  const t = useT();
  const press = (key: string) => {
    const base = fresh ? '' : value;
    const next = key === '.' && base === '' ? '0.' : base === '0' && key !== '.' ? key : base + key;
    if (WELL_FORMED.test(next)) onChange(next);
  };
  return (
    <div className="number-pad" role="group" aria-label={t('numberPad')}>
      {KEYS.map((key) => (
        <button key={key} type="button" onClick={() => press(key)}>
          {key}
        </button>
      ))}
      <button
        type="button"
        aria-label={t('deleteDigit')}
        onClick={() => onChange(fresh ? '' : value.slice(0, -1))}
      >
        {'⌫'}
      </button>
    </div>
  );
}
