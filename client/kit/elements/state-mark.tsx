import type { TermKey } from '#shared/terms/index.ts';
import { getStateStyle } from './state-style.ts';
import { useT } from '../words/t.ts';
import './state-mark.css';

interface Props {
  state: TermKey;
}

/** Shows a state by colour, shape and text. */
export function StateMark({ state }: Props) {
  const t = useT();
  const { shape, tone } = getStateStyle(state);
  return (
    <span className={`state-mark state-${tone}`}>
      <span className="state-shape" aria-hidden="true">
        {shape}
      </span>
      {t(state)}
    </span>
  );
}
