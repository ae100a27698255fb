import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import type { ProcessStateChange } from '#shared/ledger/process-state-change.ts';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import type { ProcessState } from '#shared/ledger/process-state.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useServerTime } from '#client/kit/live/use-server-time.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatClockDifference, formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import './order-records.css';

/** A period in which a process had one state. */
interface StatePeriod {
  readonly state: ProcessState;
  readonly from: string;
  readonly until: string;
}

/** Divides the time from the first change to now into periods. */
function listPeriods(changes: readonly ProcessStateChange[], now: string): StatePeriod[] {
  return changes.map(({ to, at }, index) => ({
    state: to,
    from: at,
    until: changes[index + 1]?.at ?? now,
  }));
}

/** Shows the periods of a process as a strip. The width of a period corresponds to its duration. */
function StateStrip({ periods }: { periods: readonly StatePeriod[] }) {
  const t = useT();
  const zone = useTimeZone();
  const [first, last] = [periods[0]!, periods.at(-1)!];
  const label = t('stateStripOf', {
    from: formatMoment(first.from, zone),
    to: formatMoment(last.until, zone),
  });
  return (
    <div className="state-strip" role="img" aria-label={label}>
      {periods.map(({ state, from, until }) => (
        <span
          key={from}
          className={`state-${getStateStyle(state).tone}`}
          style={{ flexGrow: Math.max(1, Date.parse(until) - Date.parse(from)) }}
          title={`${t(state)} · ${formatMoment(from, zone)} · ${formatClockDifference(from, until)}`}
        />
      ))}
    </div>
  );
}

/**
 * Shows when a process changed its state, how long it stayed in each state, and which report caused the
 * change.
 */
export function StateHistoryDialog({ process, onClose }: { process: ProcessProgress; onClose: () => void }) {
  const t = useT();
  const zone = useTimeZone();
  const now = new Date(useServerTime(60_000)).toISOString();
  const { processId } = process;
  const { data: changes, isError } = useQuery({
    queryKey: queryKeys.entity('process', 'stateHistory', { processId }),
    queryFn: ({ signal }) =>
      call<ProcessStateChange[]>('/mes/process/stateHistory', { processId }, { signal }),
  });
  const periods = listPeriods(changes ?? [], now);
  const describeCause = ({ event, people }: ProcessStateChange): string =>
    event === null ? '—' : [t(event), joinWords(people)].filter(Boolean).join(' · ');
  return (
    <Dialog
      isOpen
      title={t('stateHistoryOf', { name: `${process.seq} ${process.name}` })}
      className="state-history"
      onClose={onClose}
    >
      <DialogBody>
        {isError && <p role="alert">{t('error.requestFailed')}</p>}
        {changes?.length === 0 && <p className="nothing">{t('noStateChanges')}</p>}
        {periods.length > 0 && (
          <>
            <StateStrip periods={periods} />
            <table className="plain-table">
              <TableHead
                heads={[
                  t('processState'),
                  t('stateBegan'),
                  { words: t('stateLasted'), className: 'figure' },
                  t('causedBy'),
                ]}
              />
              <tbody>
                {changes!
                  .map((change, index) => ({ change, period: periods[index]! }))
                  .toReversed()
                  .map(({ change, period }) => (
                    <tr key={change.id}>
                      <td>
                        <StateMark state={change.to} />
                      </td>
                      <td className="moment">{formatMoment(change.at, zone)}</td>
                      <td className="figure">{formatClockDifference(period.from, period.until)}</td>
                      <td>{describeCause(change)}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </>
        )}
      </DialogBody>
      <DialogFooter actions={<Button size="large" text={t('dismiss')} onClick={onClose} />} />
    </Dialog>
  );
}
