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

function CurrentProcessLine({ process, showsPart }: { process: CurrentProcess; showsPart: boolean }) {
  const t = useT();
  const { seq, name, partName, partId, state, open, waiting } = process;
  const stateStyle = getStateStyle(state);
  const report = open[0];
  const processText = t('waitingPlace', { seq, name });
  const workersText =
    report && [...report.people.map((person) => person.name), report.deviceName].filter(Boolean).join(' · ');
  const activityText = report ? workersText : waiting ? describeWaiting(waiting, partId, t) : t(state);
  return (
    <span
      className="standing-line"
      title={[showsPart && partName, processText, activityText].filter(Boolean).join(' · ')}
    >
      <span className={`state-shape state-${stateStyle.tone}`} aria-hidden="true">
        {stateStyle.shape}
      </span>
      <span className="visually-hidden">{t(state)}</span>
      <strong>{processText}</strong>
      {showsPart && <span className="standing-part">{partName}</span>}
      <span className="standing-words">{activityText}</span>
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
  const shownProcesses = order.currentProcesses.slice(0, MAX_PROCESSES_PER_ROW);
  if (shownProcesses.length === 0)
    return <div className="standing standing-none">{t(explainNoActivity(order))}</div>;
  const hiddenCount = order.standing - shownProcesses.length;
  return (
    <div className="standing">
      {shownProcesses.map((process) => (
        <CurrentProcessLine key={process.processId} process={process} showsPart={order.parts > 1} />
      ))}
      {hiddenCount > 0 && <span className="standing-more">{t('andMore', { count: hiddenCount })}</span>}
    </div>
  );
}
