import type { OrderProgressRow, CurrentProcess } from '#shared/answers/progress-query.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { RunningClock } from '#client/production/running-clock.tsx';
import { describeWaiting } from '#client/production/describe-waiting.ts';
import { useT } from '#client/kit/words/t.ts';
import './standing-lines.css';

interface Props {
  order: OrderProgressRow;
}

/** The maximum number of processes in a row of the list. Each process takes one line. */
const MAX_PROCESSES_PER_ROW = 2;

/** Returns the term that explains why no process of an order is running or waiting. */
function explainNoActivity({ state, processes, done }: OrderProgressRow): TermKey {
  if (state === 'draft') return 'notReleasedYet';
  if (state === 'cancelled') return 'cancelled';
  if (processes === 0) return 'noRoutingYet';
  return done === processes ? 'allDone' : 'nothingMoves';
}

function CurrentProcessLine({ standing, withPart }: { standing: CurrentProcess; withPart: boolean }) {
  const t = useT();
  const { seq, name, partName, partId, state, open, waiting } = standing;
  const look = getStateStyle(state);
  const report = open[0];
  const at = t('waitingPlace', { seq, name });
  const who =
    report && [...report.people.map((one) => one.name), report.deviceName].filter(Boolean).join(' · ');
  const words = report ? who : waiting ? describeWaiting(waiting, partId, t) : t(state);
  return (
    <span className="standing-line" title={[withPart && partName, at, words].filter(Boolean).join(' · ')}>
      <span className={`state-shape state-${look.tone}`} aria-hidden="true">
        {look.shape}
      </span>
      <span className="visually-hidden">{t(state)}</span>
      <strong>{at}</strong>
      {withPart && <span className="standing-part">{partName}</span>}
      <span className="standing-words">{words}</span>
      {report && <RunningClock since={report.startedAt} />}
    </span>
  );
}

/**
 * Shows the first current processes of an order, each with the people who work on it or the reason for
 * waiting.
 */
export function CurrentProcessLines({ order }: Props) {
  const t = useT();
  const shown = order.at.slice(0, MAX_PROCESSES_PER_ROW);
  if (shown.length === 0) return <div className="standing standing-none">{t(explainNoActivity(order))}</div>;
  const more = order.standing - shown.length;
  return (
    <div className="standing">
      {shown.map((standing) => (
        <CurrentProcessLine key={standing.processId} standing={standing} withPart={order.parts > 1} />
      ))}
      {more > 0 && <span className="standing-more">{t('andMore', { count: more })}</span>}
    </div>
  );
}
