import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { ChangedValue } from './changed-value.tsx';
import { formatFigure } from './figure.ts';
import { WallStateMark } from './wall-mark.tsx';
import './state-counts.css';

interface Props {
  /** The states with their counts, in display order. `hasMore` is true if a count may be too low. */
  counts: readonly { state: TermKey; count: number; hasMore?: boolean }[];
}

/** Shows how many things are in each state, as a line above the list of the things. */
export function StateCounts({ counts }: Props) {
  const t = useT();
  const lang = useLang();
  return (
    <ul className="state-counts">
      {counts.map(({ state, count, hasMore }) => (
        <li key={state} className={count === 0 ? 'quiet' : undefined}>
          <WallStateMark look={getStateStyle(state)}>{t(state)}</WallStateMark>
          <ChangedValue>{`${formatFigure(count, lang)}${hasMore ? '+' : ''}`}</ChangedValue>
        </li>
      ))}
    </ul>
  );
}
