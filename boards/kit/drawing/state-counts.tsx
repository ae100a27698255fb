import { getStateStyle, type StateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { ChangedValue } from './changed-value.tsx';
import { formatFigure } from './figure.ts';
import { WallStateMark } from './wall-mark.tsx';
import './state-counts.css';

interface Count {
  readonly key: string;
  readonly name: string;
  readonly stateStyle: StateStyle;
  readonly count: number;
  /** Whether the count may be too low. */
  readonly mayBeTooLow?: boolean | undefined;
}

/** Shows the number of items in each group, as a line above the list of the items. */
export function CountList({ counts }: { counts: readonly Count[] }) {
  const lang = useLang();
  return (
    <ul className="state-counts">
      {counts.map(({ key, name, stateStyle, count, mayBeTooLow = false }) => (
        <li key={key} className={count === 0 ? 'quiet' : undefined}>
          <WallStateMark stateStyle={stateStyle}>{name}</WallStateMark>
          <ChangedValue>{`${formatFigure(count, lang)}${mayBeTooLow ? '+' : ''}`}</ChangedValue>
        </li>
      ))}
    </ul>
  );
}

interface StateCountsProps {
  /** The states with their counts, in display order. */
  counts: readonly { state: TermKey; count: number; mayBeTooLow?: boolean }[];
}

/** Shows the number of items in each state, as a line above the list of the items. */
export function StateCounts({ counts }: StateCountsProps) {
  const t = useT();
  return (
    <CountList
      counts={counts.map(({ state, ...count }) => ({
        ...count,
        key: state,
        name: t(state),
        stateStyle: getStateStyle(state),
      }))}
    />
  );
}
