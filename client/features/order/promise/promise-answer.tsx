import type { SchedulePromise } from '#shared/answers/schedule/promise.ts';
import { formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { describeNamedCauses, formatLateness } from '#client/production/plan/describe-causes.ts';

const MINUTE_MS = 60_000;

/** Shows when an order could be ready, and why not earlier. If no date can be promised, shows the reason. */
export function PromiseAnswer({
  promise: datePromise,
  dueDate,
}: {
  promise: SchedulePromise;
  dueDate: string | null;
}) {
  const t = useT();
  const zone = useTimeZone();
  const { end, lateBy, causes, unplaced, processCount, isBesidePlan } = datePromise;
  if (processCount === 0) return <p className="promise-none">{t('promiseWithoutProcesses')}</p>;
  if (end === null)
    return (
      <>
        <p className="promise-none">{t('promiseImpossible')}</p>
        <ul>
          {unplaced.map(({ processId, name, reason }) => (
            <li key={processId}>{t('reasonWithName', { reason: t(`unplaced.${reason}`), name })}</li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <p className="promise-date">
        <strong>{formatMoment(new Date(end * MINUTE_MS).toISOString(), zone)}</strong>{' '}
        {lateBy > 0 ? (
          <span className="promise-late">
            <span aria-hidden="true">◆</span>{' '}
            {dueDate === null
              ? t('lateByTime', { time: formatLateness(lateBy, t) })
              : t('promiseLate', { time: formatLateness(lateBy, t), due: dueDate })}
          </span>
        ) : (
          dueDate !== null && <span className="promise-kept">{t('promiseKept', { due: dueDate })}</span>
        )}
      </p>
      {causes.length > 0 && (
        <>
          <p className="promise-why">{t(lateBy > 0 ? 'promiseWhyLate' : 'promiseWhyThen')}</p>
          <ul>
            {describeNamedCauses(causes, t).map((phrase) => (
              <li key={phrase}>{phrase}</li>
            ))}
          </ul>
        </>
      )}
      <p className="promise-basis">{t(isBesidePlan ? 'promiseBesidePlan' : 'promiseWithoutPlan')}</p>
    </>
  );
}
