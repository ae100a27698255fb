import type { ImportState } from './use-import.ts';
import { useT } from '#client/kit/words/t.ts';

const IMPORT_STEP_TERMS = ['importStepFile', 'importStepCheck', 'importStepWrite'] as const;

/** Returns the index of the current step. */
function getStepIndex(state: ImportState): number {
  if (state.step === 'choose') return 0;
  return state.step === 'checked' || (state.step === 'work' && state.what === 'check') ? 1 : 2;
}

/** The three steps of an import, with the current one highlighted. */
export function ImportSteps({ state }: { state: ImportState }) {
  const t = useT();
  const currentIndex = getStepIndex(state);
  return (
    <ol className="import-steps">
      {IMPORT_STEP_TERMS.map((step, index) => (
        <li
          key={step}
          aria-current={index === currentIndex ? 'step' : undefined}
          className={index < currentIndex || state.step === 'written' ? 'is-done' : undefined}
        >
          {t(step)}
        </li>
      ))}
    </ol>
  );
}
