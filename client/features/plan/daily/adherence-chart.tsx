import type { AdherenceFigure } from '#shared/answers/daily-plan.ts';
import { groupBy } from '#shared/planning/group-by.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ADHERENCE_DAYS, useAdherence } from './use-day-plan.ts';

const sum = (figures: readonly AdherenceFigure[], key: 'lines' | 'kept'): number =>
  figures.reduce((total, figure) => total + figure[key], 0);

const toPercent = (figures: readonly AdherenceFigure[]): number =>
  Math.round((sum(figures, 'kept') / sum(figures, 'lines')) * 1000) / 10;

/**
 * Shows how much of the released plans of the last days was done as planned: one percentage, and a bar for each day.
 */
export function AdherenceChart({ today, workGroupId }: { today: string; workGroupId: number | null }) {
  const t = useT();
  const { data } = useAdherence(today);
  const figures = (data ?? []).filter((figure) => workGroupId === null || figure.workGroupId === workGroupId);
  const days = [...groupBy(figures, ({ day }) => day)];
  return (
    <section className="plan-adherence" aria-labelledby="plan-adherence">
      <h2 id="plan-adherence">{t('adherencePastDays', { days: ADHERENCE_DAYS })}</h2>
      {days.length === 0 ? (
        <p className="field-hint">{t('adherenceNone')}</p>
      ) : (
        <>
          <p className="plan-adherence-figure">
            <strong>{formatNumber(toPercent(figures), 1)} %</strong>{' '}
            {t('adherenceFigure', { kept: sum(figures, 'kept'), lines: sum(figures, 'lines') })}
          </p>
          <ol>
            {days.map(([day, figuresOfDay]) => (
              <li
                key={day}
                aria-label={`${day} ${formatNumber(toPercent(figuresOfDay), 1)} % · ${t('adherenceFigure', {
                  kept: sum(figuresOfDay, 'kept'),
                  lines: sum(figuresOfDay, 'lines'),
                })}`}
              >
                <span>{formatNumber(toPercent(figuresOfDay), 0)}</span>
                <span
                  className="plan-adherence-bar"
                  style={{ blockSize: `${toPercent(figuresOfDay) * 0.66}%` }}
                />
                <time dateTime={day}>{day.slice('YYYY-'.length)}</time>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
