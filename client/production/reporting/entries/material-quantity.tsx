import { useRef, type KeyboardEvent } from 'react';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { splitScannedText } from './split-scanned-text.ts';
import type { ReportEntries } from './use-report-entries.ts';
import type { ValuePad } from './value-pad.ts';

interface Props {
  entries: ReportEntries;
  materialId: number;
  /** The name of the material. */
  name: string;
  text: string;
  pad: ValuePad | null;
  onWrongScan: (problem: string) => void;
}

/**
 * Types the quantity of a material. If a scanner types the next material into the input, Enter takes the material and
 * restores the quantity.
 */
function QuantityInput({ entries, materialId, name, text, onWrongScan }: Omit<Props, 'pad'>) {
  const t = useT();
  const { factoryCode } = useUser();
  const lastQuantity = useRef(text);
  const changeText = (newText: string) => {
    if (splitScannedText(newText, factoryCode) === null) lastQuantity.current = newText;
    entries.setMaterialText(materialId, newText);
  };
  const takeScanOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    const scan = splitScannedText(text, factoryCode);
    if (!scan) return;
    // The scanner ends each code with Enter, which must not send the form.
    event.preventDefault();
    entries.setMaterialText(materialId, scan.quantity || lastQuantity.current);
    const problem = entries.take(scan.scannedCode);
    if (problem) onWrongScan(problem);
  };
  return (
    <input
      className="bp6-input"
      inputMode="decimal"
      maxLength={200}
      value={text}
      aria-label={t('nowIssuedOf', { name })}
      onChange={(event) => changeText(event.target.value.trim())}
      onKeyDown={takeScanOnEnter}
    />
  );
}

/** The quantity of a material, which a number pad or a keyboard types, and a button that removes the material. */
export function MaterialQuantity({ pad, ...props }: Props) {
  const { entries, materialId, name, text } = props;
  const t = useT();
  const key = String(materialId);
  return (
    <span className="material-quantity">
      {pad ? (
        <button
          type="button"
          className="material-box"
          aria-label={`${t('nowIssuedOf', { name })} ${text}`}
          aria-pressed={pad.active === key}
          onClick={() => pad.onActivate(key)}
        >
          {text || '—'}
        </button>
      ) : (
        <QuantityInput {...props} />
      )}
      <button
        type="button"
        className="remove-material"
        aria-label={t('removeNamed', { name })}
        onClick={() => entries.removeMaterial(materialId)}
      >
        {'✕'}
      </button>
    </span>
  );
}
