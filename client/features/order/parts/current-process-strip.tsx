import type { OrderState } from '#shared/machines/work-order.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { OutsourcedMark } from '#client/production/outsourced-mark.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { OrderProgress } from '#shared/answers/order-progress.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { RunningClock } from '#client/production/running-clock.tsx';
import { calculateStartableQuantity } from '#shared/ledger/may-begin.ts';

interface Props {
  state: OrderState;
  progress: OrderProgress;
  /** Called with the process that the user presses. */
  onShow: (process: ProcessProgress) => void;
}

/**
 * Shows the current processes of an order: who works on what, or where pieces wait. If there is no current
 * process, the strip shows the reason, unless the order is cancelled or has no parts. The server lists only
 * some processes of a large order; the strip shows the number of the others.
 */
export function CurrentProcessStrip({ state, progress, onShow }: Props) {
  const t = useT();
  const currentProcesses =
    state === 'draft' || state === 'cancelled' || state === 'closed' ? null : progress.current;
  if (!currentProcesses) {
    if (progress.parts.length === 0 || state === 'cancelled') return null;
    const stuckTexts =
      state === 'inProgress'
        ? progress.stuck.map(({ name, quantity }) => `${t(name)} ${formatNumber(quantity)}`)
        : [];
    return (
      <p className="where-strip where-nothing">
        {t(state === 'draft' ? 'notReleasedYet' : state === 'inProgress' ? 'nothingMoves' : 'allDone')}
        {stuckTexts.length > 0 && <strong>{stuckTexts.join(' · ')}</strong>}
      </p>
    );
  }
  const moreCount = currentProcesses.total - currentProcesses.processes.length;
  const isRunning = currentProcesses.kind === 'running';
  return (
    <div className="where-strip">
      <span className="where-label">{t(isRunning ? 'whereRunning' : 'whereWaiting')}</span>
      <ul>
        {currentProcesses.processes.map((row) => {
          const report = row.open[0];
          return (
            <li key={row.processId}>
              <button type="button" onClick={() => onShow(row)}>
                <StateMark state={row.state} /> <OutsourcedMark quantity={row.outsourced} />
                <strong>{row.name}</strong>
                <span className="where-part">{row.partName}</span>
                {report ? (
                  <>
                    <span>
                      {[...report.people.map((person) => person.name), report.deviceName]
                        .filter(Boolean)
                        .join(' · ')}
                    </span>
                    <RunningClock since={report.startedAt} />
                  </>
                ) : (
                  <span>
                    {t('piecesWait', {
                      quantity: formatNumber(calculateStartableQuantity(row) || row.receivable),
                    })}
                  </span>
                )}
              </button>
            </li>
          );
        })}
        {moreCount > 0 && <li className="where-part">{t('andMore', { count: moreCount })}</li>}
      </ul>
    </div>
  );
}
