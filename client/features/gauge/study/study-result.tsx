import { useMemo } from 'react';
import { analyseByAnova } from '#shared/msa/anova.ts';
import { analyseByAverageRange } from '#shared/msa/average-range.ts';
import { judgeGrr } from '#shared/msa/components.ts';
import type { StudyDetail, StudyValues } from '#shared/msa/study.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { ComponentsChart } from './components-chart.tsx';
import { AnovaTable, ComponentsTable } from './grr-tables.tsx';
import { makeStudyCharts } from './make-study-charts.ts';
import { StudyChart } from './study-chart.tsx';

interface Props {
  study: StudyDetail;
  values: StudyValues;
}

/** The minimum number of distinct categories of a usable measurement system (AIAG, MSA manual, 4th edition). */
const MIN_CATEGORIES = 5;

/**
 * Shows the results of a concluded study: the verdict, the components of the variation by both methods, and
 * the charts.
 */
export function StudyResult({ study, values }: Props) {
  const t = useT();
  const { lowerLimit: lower, upperLimit: upper, appraisers } = study;
  const { anova, ranges } = useMemo(
    () => ({
      anova: analyseByAnova(values, { lower, upper }),
      ranges: analyseByAverageRange(values, { lower, upper }),
    }),
    [values, lower, upper],
  );
  const charts = makeStudyCharts(values, appraisers, {
    upperLimit: t('upperControlLimit'),
    center: t('centerLine'),
    mean: t('processMean'),
  });
  const grr = anova.shares.find(({ component }) => component === 'totalGrr')!;
  const verdicts = [
    { words: t('grrPercent'), percent: grr.ofStudy },
    { words: t('tolerancePercent'), percent: grr.ofTolerance },
  ].filter(({ percent }) => percent !== null);
  return (
    <div className="study-result">
      <section className="study-verdicts" aria-label={t('grrVerdict')}>
        {verdicts.map(({ words, percent }) => (
          <div key={words} className="study-card">
            <h2>{words}</h2>
            <p>
              <strong>{formatNumber(percent!, 1)} %</strong> <StateMark state={judgeGrr(percent!)} />
            </p>
          </div>
        ))}
        <div className="study-card">
          <h2>{t('ndc')}</h2>
          <p>
            <strong>{anova.ndc ?? '—'}</strong>{' '}
            {anova.ndc !== null && (
              <StateMark state={anova.ndc >= MIN_CATEGORIES ? 'grrGood' : 'grrUnusable'} />
            )}
          </p>
        </div>
      </section>
      <p className="study-limits">{t('grrLimits')}</p>
      <div className="study-tables">
        <ComponentsTable title={t('anova')} result={anova} />
        <ComponentsTable title={t('averageAndRange')} result={ranges} />
        <AnovaTable result={anova} />
        <ComponentsChart shares={anova.shares} />
        <StudyChart title={t('valuesByPart')} {...charts.byPart} />
        <StudyChart title={t('valuesByAppraiser')} {...charts.byAppraiser} />
        <StudyChart title={t('meansByPart')} {...charts.interaction} />
        <StudyChart title={t('rangesByPart')} {...charts.ranges} />
      </div>
    </div>
  );
}
