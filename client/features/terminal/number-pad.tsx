import { useT } from '#client/kit/words/t.ts';
import './report-numbers.css';

interface Props {
  /** What is typed now, as text. */
  value: string;
  /** The next key replaces what is there, as when a number has just been chosen. */
  fresh: boolean;
  onChange: (value: string) => void;
}

const KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0'] as const;
/** Whole digits and digits after the point of a quantity: numeric(14,4). */
const WELL_FORMED = /^\d{0,10}(\.\d{0,4})?$/;

/** Large keys for a quantity; what cannot be one is not taken. */
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
