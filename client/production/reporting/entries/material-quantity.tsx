import { useRef, type KeyboardEvent } from 'react';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { splitScannedText } from './split-scanned-text.ts';
import type { ReportEntries } from './use-report-entries.ts';

interface Props {
  entries: ReportEntries;
  materialId: number;
  /** The name of the material. */
  name: string;
  text: string;
  onWrongScan: (problem: string) => void;
}

/**
 * An input for the quantity of a material. If a scanner types the next material into it, Enter takes the material and
 * restores the quantity.
 */
export function MaterialQuantity({ entries, materialId, name, text, onWrongScan }: Props) {
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
    <span className="material-quantity">
      <input
        className="bp6-input"
        inputMode="decimal"
        maxLength={200}
        value={text}
        aria-label={t('nowIssuedOf', { name })}
        onChange={(event) => changeText(event.target.value.trim())}
        onKeyDown={takeScanOnEnter}
      />
      <button
        type="button"
        aria-label={t('removeNamed', { name })}
        onClick={() => entries.removeMaterial(materialId)}
      >
        {'✕'}
      </button>
    </span>
  );
}
