import { Link } from 'react-router-dom';
import type { DayLine } from '#shared/answers/daily-plan.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatDuration, formatNumber, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { describeMissing, formatPlanTime, getLinePath, type LineSection } from './describe-line.ts';

const MINUTE_SECONDS = 60;

function LineMarks({ line }: { line: DayLine }) {
  const t = useT();
  return (
    <>
      {line.carriedFrom !== null && (
        <span className="plan-line-mark plan-tone state-late">
          <span aria-hidden="true">{'◆'}</span>{' '}
          {t('carriedFrom', { day: line.carriedFrom.slice('YYYY-'.length) })}
        </span>
      )}
      {line.change !== null && (
        <span className="plan-line-mark plan-tone state-call">
          <span aria-hidden="true">{'▲'}</span> {t(line.change)}
        </span>
      )}
    </>
  );
}

function DayLineRow({ line, day }: { line: DayLine; day: string }) {
  const t = useT();
  const zone = useTimeZone();
  const minutes = line.deviceMinutes || line.manMinutes;
  return (
    <tr className={line.isDone ? 'plan-line-done' : undefined}>
      <td className="plan-line-time" data-label={t('planTime')}>
        {formatPlanTime(line, day, zone, t)}
      </td>
      <th scope="row">
        <Link to={getLinePath(line)}>
          {line.orderCode} · {line.partName}
        </Link>
        <span className="plan-line-process">
          {line.seq} {line.name}
        </span>
        <LineMarks line={line} />
      </th>
      <td data-label={t('device')}>{line.deviceName}</td>
      <td className="figure" data-label={t('planQuantity')}>
        {formatNumber(line.quantity)}
        <small> / {formatNumber(line.quantityLeft)}</small>
      </td>
      <td className="figure" data-label={t('planMinutes')}>
        {minutes === null ? '—' : formatDuration(minutes * MINUTE_SECONDS)}
      </td>
      <td data-label={t('planPeople')}>
        {line.workers.length > 0
          ? joinWords(line.workers)
          : line.plannedPeople !== null && t('plannedPeopleCount', { count: line.plannedPeople })}
      </td>
      <td>
        <StateMark state={line.state} />
      </td>
      <td className="plan-line-missing">
        {line.missing.length > 0 && (
          <ul>
            {line.missing.map((missing) => (
              <li key={missing.kind} className="plan-tone state-late">
                <span aria-hidden="true">{'◆'}</span> {describeMissing(missing, line.partId, t)}
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

/** Shows a section of the plan: its heading and a table of its lines. */
export function DaySection({ section, day }: { section: LineSection; day: string }) {
  const t = useT();
  const { key, title, lines } = section;
  const missingCount = lines.filter(({ missing }) => missing.length > 0).length;
  return (
    <section className="plan-section" aria-labelledby={`plan-${key}`}>
      <h2 id={`plan-${key}`} className={key === 'carried' ? 'plan-tone state-late' : undefined}>
        {key === 'carried' && <span aria-hidden="true">{'◆ '}</span>}
        {title} <span>{t('planLineCount', { count: lines.length })}</span>
        {missingCount > 0 && (
          <span className="plan-tone state-late">{t('missingCount', { count: missingCount })}</span>
        )}
      </h2>
      <table className="plain-table stacked-table plan-lines">
        <thead>
          <tr>
            <th scope="col">{t('planTime')}</th>
            <th scope="col">{t('planLine')}</th>
            <th scope="col">{t('device')}</th>
            <th scope="col" className="figure">
              {t('planQuantity')} / {t('planLeft')}
            </th>
            <th scope="col" className="figure">
              {t('planMinutes')}
            </th>
            <th scope="col">{t('planPeople')}</th>
            <th scope="col">{t('processState')}</th>
            <th scope="col">{t('planMissing')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <DayLineRow key={line.shareId || line.processId} line={line} day={day} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
