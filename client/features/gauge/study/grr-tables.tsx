import { POOLING_ALPHA, type AnovaResult, type AnovaRow } from '#shared/msa/anova.ts';
import type { GrrResult } from '#shared/msa/components.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { formatEstimate, formatProbability } from './format-estimate.ts';

const formatPercent = (value: number | null): string => (value === null ? '—' : formatNumber(value, 2));

/** Shows the components of the variation that one of the two methods has computed. */
export function ComponentsTable({ title, result }: { title: string; result: GrrResult }) {
  const t = useT();
  return (
    <section className="study-card">
      <h2>{title}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard */}
      <div className="study-scroll" tabIndex={0} role="region" aria-label={title}>
        <table className="plain-table">
          <TableHead
            heads={[
              t('variationComponent'),
              { words: t('sigmaOverall'), className: 'figure' },
              { words: `${t('ofStudyVariation')} %`, className: 'figure' },
              { words: `${t('ofVariance')} %`, className: 'figure' },
              { words: `${t('ofTolerance')} %`, className: 'figure' },
            ]}
          />
          <tbody>
            {result.shares.map(({ component, deviation, ofStudy, ofVariance, ofTolerance }) => (
              <tr key={component}>
                <th scope="row">{t(component)}</th>
                <td className="figure">{formatEstimate(deviation)}</td>
                <td className="figure">{formatPercent(ofStudy)}</td>
                <td className="figure">{formatPercent(ofVariance)}</td>
                <td className="figure">{formatPercent(ofTolerance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        {t('ndc')}: <strong>{result.ndc ?? '—'}</strong>
      </p>
    </section>
  );
}

const SOURCE_WORDS = {
  appraiser: 'appraiser',
  part: 'studyPart',
  interaction: 'interactionSource',
  equipment: 'equipmentVariation',
  total: 'totalVariation',
} as const satisfies Record<AnovaRow['source'], string>;

/**
 * Shows the table of the analysis of variance, and says whether the interaction was pooled with the
 * repeatability.
 */
export function AnovaTable({ result: { rows, hasInteraction } }: { result: AnovaResult }) {
  const t = useT();
  return (
    <section className="study-card">
      <h2>{t('anova')}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by keyboard */}
      <div className="study-scroll" tabIndex={0} role="region" aria-label={t('anova')}>
        <table className="plain-table">
          <TableHead
            heads={[
              t('anovaSource'),
              { words: t('degreesOfFreedom'), className: 'figure' },
              { words: t('sumOfSquares'), className: 'figure' },
              { words: t('meanSquare'), className: 'figure' },
              { words: t('fValue'), className: 'figure' },
              { words: t('pValue'), className: 'figure' },
            ]}
          />
          <tbody>
            {rows.map(({ source, degreesOfFreedom, sumOfSquares, meanSquare, f, p }) => (
              <tr key={source}>
                <th scope="row">{t(SOURCE_WORDS[source])}</th>
                <td className="figure">{degreesOfFreedom}</td>
                <td className="figure">{formatEstimate(sumOfSquares)}</td>
                <td className="figure">{formatEstimate(meanSquare)}</td>
                <td className="figure">{formatEstimate(f)}</td>
                <td className="figure">{formatProbability(p)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>{t(hasInteraction ? 'interactionKept' : 'interactionPooled', { alpha: POOLING_ALPHA })}</p>
    </section>
  );
}
