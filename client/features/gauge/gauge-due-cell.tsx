import { findGaugeProblem, type GaugeState } from '#shared/quality/gauge.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';

/** Shows when the calibration of a gauge is due, and marks a gauge in use that is overdue or was never calibrated. */
export function GaugeDueCell({ row }: { row: AnyRow }) {
  const today = useToday();
  const state = row['state'] as GaugeState;
  const dueOn = row['dueOn'] as string | null;
  const problem = state === 'gaugeInUse' ? findGaugeProblem({ state, dueOn }, today) : null;
  return (
    <>
      {dueOn ?? (problem === null && <span className="nothing">—</span>)}{' '}
      {problem && <StateMark state={problem} />}
    </>
  );
}
