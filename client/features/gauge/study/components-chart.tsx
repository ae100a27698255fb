import type { VariationShare } from '#shared/msa/components.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

const SHOWN_COMPONENTS = ['totalGrr', 'equipmentVariation', 'appraiserVariation', 'partVariation'] as const;
const MEASURES = ['ofStudy', 'ofVariance', 'ofTolerance'] as const;
const MEASURE_TERMS = {
  ofStudy: 'ofStudyVariation',
  ofVariance: 'ofVariance',
  ofTolerance: 'ofTolerance',
} as const;
/** The share that fills a bar, in percent. A larger share fills the bar, too. */
const MAX_PERCENT = 100;

/** Draws the shares of the components of the variation as bars, in percent. */
export function ComponentsChart({ shares }: { shares: readonly VariationShare[] }) {
  const t = useT();
  const shownShares = SHOWN_COMPONENTS.map((name) => shares.find(({ component }) => component === name)!);
  const measures = MEASURES.filter((measure) => shownShares.some((share) => share[measure] !== null));
  return (
    <figure className="control-chart study-components" aria-label={t('componentsChart')}>
      <figcaption>
        <strong>{t('componentsChart')}</strong>
      </figcaption>
      <dl>
        {shownShares.map((share) => (
          <div key={share.component}>
            <dt>{t(share.component)}</dt>
            {measures.map((measure) => (
              <dd key={measure} data-measure={measure}>
                <span>{t(MEASURE_TERMS[measure])}</span>
                <span className="study-bar" aria-hidden="true">
                  <span style={{ inlineSize: `${Math.min(MAX_PERCENT, share[measure] ?? 0)}%` }} />
                </span>
                <span className="study-percent">
                  {share[measure] === null ? '—' : `${formatNumber(share[measure], 1)} %`}
                </span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </figure>
  );
}
