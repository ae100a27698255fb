import { useT } from '#client/kit/words/t.ts';

const IMPORT_STEP_TERMS = ['importStepFile', 'importStepCheck', 'importStepWrite'] as const;

/** The step of an import, as in `useImport`. */
interface ShownStep {
  readonly step: 'choose' | 'work' | 'checked' | 'written' | 'lost';
  readonly operation?: 'check' | 'write';
}

/** Returns the index of the current step. */
function getStepIndex(state: ShownStep): number {
  if (state.step === 'choose') return 0;
  return state.step === 'checked' || (state.step === 'work' && state.operation === 'check') ? 1 : 2;
}

/** The three steps of an import, with the current one highlighted. */
export function ImportSteps({ state }: { state: ShownStep }) {
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
