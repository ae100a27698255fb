import { useT } from '../words/t.ts';
import './number-pad.css';

interface Props {
  /** The text typed so far. */
  value: string;
  /** Whether the next key replaces the text, for example after the user has selected a quantity. */
  replacesText: boolean;
  /** Whether the pad types a PIN, which may begin with zeros and has no decimal point. */
  isPin?: boolean;
  /** Whether the number may be negative. */
  isSigned?: boolean;
  /** The number of digits after the decimal point. */
  decimals?: number;
  /** Goes to the next number. Without it, the pad has no key for the next number. */
  onNext?: (() => void) | null;
  onChange: (value: string) => void;
}

const PAD_KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0'] as const;
/** Matches a number with up to 10 digits before the decimal point, and the digits after it. */
const NUMBER_FORMAT = /^-?\d{0,10}(?:\.(\d*))?$/;
const QUANTITY_DECIMALS = 4;
/** Matches a PIN or the beginning of a PIN. */
const PIN_FORMAT = /^\d{0,8}$/;

/**
 * Shows large keys for typing a quantity or a PIN. A key that would make the text invalid has no
 * effect.
 */
export function NumberPad({
  value,
  replacesText,
  isPin = false,
  isSigned = false,
  decimals = QUANTITY_DECIMALS,
  onNext = null,
  onChange,
}: Props) {
  const t = useT();
  const isNumber = (text: string) => {
    const match = NUMBER_FORMAT.exec(text);
    return match !== null && (match[1] ?? '').length <= decimals && (decimals > 0 || !text.includes('.'));
  };
  const pressKey = (key: string) => {
    const currentText = replacesText ? '' : value;
    const newText = currentText + key;
    if (isPin) {
      if (PIN_FORMAT.test(newText)) onChange(newText);
      return;
    }
    const allowedText =
      key === '.' && currentText === '' ? '0.' : currentText === '0' && key !== '.' ? key : newText;
    if (isNumber(allowedText)) onChange(allowedText);
  };
  return (
    <div className="number-pad" role="group" aria-label={t('numberPad')}>
      {PAD_KEYS.map((key) => (
        <button key={key} type="button" disabled={isPin && key === '.'} onClick={() => pressKey(key)}>
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
      {onNext && (
        <>
          <button
            type="button"
            aria-label={t('changeSign')}
            disabled={!isSigned}
            onClick={() => onChange(value.startsWith('-') ? value.slice(1) : `-${value}`)}
          >
            {'±'}
          </button>
          <button type="button" className="number-pad-next" onClick={onNext}>
            {t('nextValue')} <span aria-hidden="true">{'⏎'}</span>
          </button>
        </>
      )}
    </div>
  );
}
