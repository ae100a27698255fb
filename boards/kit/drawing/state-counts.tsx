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
  readonly look: StateStyle;
  readonly count: number;
  /** Whether the count may be too low. */
  readonly hasMore?: boolean | undefined;
}

/** Shows the number of items in each group, as a line above the list of the items. */
export function Counts({ counts }: { counts: readonly Count[] }) {
  const lang = useLang();
  return (
    <ul className="state-counts">
      {counts.map(({ key, name, look, count, hasMore = false }) => (
        <li key={key} className={count === 0 ? 'quiet' : undefined}>
          <WallStateMark look={look}>{name}</WallStateMark>
          <ChangedValue>{`${formatFigure(count, lang)}${hasMore ? '+' : ''}`}</ChangedValue>
        </li>
      ))}
    </ul>
  );
}

interface StateCountsProps {
  /** The states with their counts, in display order. */
  counts: readonly { state: TermKey; count: number; hasMore?: boolean }[];
}

/** Shows the number of items in each state, as a line above the list of the items. */
export function StateCounts({ counts }: StateCountsProps) {
  const t = useT();
  return (
    <Counts
      counts={counts.map(({ state, ...count }) => ({
        ...count,
        key: state,
        name: t(state),
        look: getStateStyle(state),
      }))}
    />
  );
}
