import { useRef, type KeyboardEvent } from 'react';
import { useT } from '#client/kit/words/t.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { ReportEntries } from './use-report-entries.ts';

interface Props {
  label: TermKey;
  entries: ReportEntries;
  onWrongScan: (problem: string) => void;
}

/** An input for a scanner or a keyboard. Enter takes the text and clears the input for the next text. */
export function ScanLine({ label, entries, onWrongScan }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const takeText = () => {
    const text = input.current?.value ?? '';
    if (text.trim() === '') return;
    input.current!.value = '';
    const problem = entries.take(text);
    if (problem) onWrongScan(problem);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    // The scanner ends each code with Enter, which must not send the form.
    event.preventDefault();
    takeText();
  };
  return (
    <div className="scan-line">
      <input
        ref={input}
        className="bp6-input"
        placeholder={t(label)}
        aria-label={t(label)}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        onKeyDown={onKeyDown}
      />
      <button type="button" className="bp6-button floor-button" onClick={takeText}>
        {t('takeCode')}
      </button>
    </div>
  );
}
