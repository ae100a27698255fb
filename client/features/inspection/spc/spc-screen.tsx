import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useInspectedFeatures, useInspectedParts, useSpcSeries } from '#client/production/spc/use-spc.ts';
import { listFittingCharts, makeSpcCharts } from '#shared/quality/spc-charts.ts';
import { useT } from '#client/kit/words/t.ts';
import { InspectionTabs } from '../inspection-tabs.tsx';
import { makeSpcAddress, readSpcAddress, type SpcAddress } from './spc-address.ts';
import { SpcSheet } from './spc-sheet.tsx';
import { SpcTools } from './spc-tools.tsx';
import '#client/crud/page-head.css';
import '#client/kit/look/inbox.css';
import '../inspection-page.css';
import './spc-screen.css';

/** Shows the control charts and the capability of a characteristic. They update while people measure. */
export function SpcScreen() {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const address = readSpcAddress(search);
  const { data: parts, isError } = useInspectedParts();
  const partCode = address.partCode || (parts?.[0]?.partCode ?? '');
  const { data: features } = useInspectedFeatures(partCode);
  const firstFeature = features?.find(({ kind }) => kind === 'measured') ?? features?.[0];
  // If the address names no part, the page shows the part that was inspected last.
  const state: SpcAddress =
    address.partCode === '' && firstFeature
      ? { ...address, partCode, craftId: firstFeature.craftId, characteristic: firstFeature.characteristic }
      : address;
  const { chart, ruleSet, ...query } = state;
  const { data: series } = useSpcSeries(query);
  const coversAllCharacteristics = query.characteristic === null;
  const spcCharts = useMemo(
    () => series && makeSpcCharts(series, { wanted: chart, ruleSet, isWhole: coversAllCharacteristics }),
    [series, chart, ruleSet, coversAllCharacteristics],
  );
  const changeAddress = (changes: Partial<SpcAddress>) =>
    setSearch(makeSpcAddress({ ...state, ...changes }), { replace: true });
  return (
    <section className="screen" aria-label={t('controlCharts')}>
      <header className="page-head">
        <h1>{t('controlCharts')}</h1>
      </header>
      <InspectionTabs />
      <div className="inspection-page-body" aria-busy={!parts && !isError}>
        {isError && !parts && <p>{t('error.requestFailed')}</p>}
        {parts?.length === 0 && (
          <div className="inbox-none">
            <h2>{t('noInspectedParts')}</h2>
          </div>
        )}
        {parts && parts.length > 0 && (
          <SpcTools
            state={state}
            parts={parts}
            features={features ?? []}
            charts={
              series && spcCharts
                ? {
                    fittingKinds: listFittingCharts(series.samples, coversAllCharacteristics),
                    proposedKind: spcCharts.proposed,
                    shownKind: spcCharts.kind,
                  }
                : null
            }
            onChange={changeAddress}
          />
        )}
        {series && spcCharts && <SpcSheet query={query} series={series} spcCharts={spcCharts} />}
      </div>
    </section>
  );
}
