import type { CorrectiveDetail } from '#shared/quality/corrective.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

/** Draws how many exceptions with the same defect were raised in each month, which shows whether the measures help. */
export function CorrectiveTrend({ trend }: Pick<CorrectiveDetail, 'trend'>) {
  const t = useT();
  const maxCount = Math.max(1, ...trend.map(({ exceptions }) => exceptions));
  return (
    <section className="card quality-section" aria-labelledby="corrective-trend">
      <h2 id="corrective-trend">{t('exceptionsByMonth')}</h2>
      <ol className="corrective-trend">
        {trend.map(({ month, exceptions }) => (
          <li key={month} aria-label={t('exceptionsInMonth', { month, count: exceptions })}>
            <span>{exceptions > 0 && formatNumber(exceptions, 0)}</span>
            <span className="corrective-bar" style={{ blockSize: `${(exceptions / maxCount) * 100}%` }} />
            <time dateTime={month}>{month.slice('YYYY-'.length)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
