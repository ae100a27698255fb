import type { Capability } from '#shared/spc/capability.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatDecimals, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

const CAPABILITY_INDICES = ['cp', 'cpk', 'pp', 'ppk'] as const;
/** The number of decimal places of a capability index. */
const INDEX_DECIMALS = 2;
/** The number of decimal places of a standard deviation. */
const SIGMA_DECIMALS = 5;

/** Shows the capability and the performance of a process, with confidence intervals and the number of values. */
export function CapabilityTable({ capability, unit }: { capability: Capability; unit: string | null }) {
  const t = useT();
  const { count, mean, sigmaWithin, sigmaOverall, outsideCount } = capability;
  const formatSigma = (sigma: number | null) =>
    sigma === null ? '—' : [formatNumber(sigma, SIGMA_DECIMALS), unit].filter(Boolean).join(' ');
  const facts = [
    [t('valueCount'), formatNumber(count)],
    [t('processMean'), [formatNumber(mean), unit].filter(Boolean).join(' ')],
    [t('sigmaWithin'), formatSigma(sigmaWithin)],
    [t('sigmaOverall'), formatSigma(sigmaOverall)],
    [
      t('outsideTolerance'),
      `${formatNumber(outsideCount)} (${formatNumber((outsideCount / count) * 100, 2)} %)`,
    ],
  ] as const;
  return (
    <section className="spc-card" aria-label={t('capability')}>
      <h2>{t('capability')}</h2>
      <table className="plain-table">
        <TableHead
          heads={[
            t('capabilityIndex'),
            { words: t('indexValue'), className: 'number' },
            { words: t('confidenceInterval'), className: 'number' },
          ]}
        />
        <tbody>
          {CAPABILITY_INDICES.map((name) => {
            const index = capability[name];
            return (
              <tr key={name}>
                <th scope="row">{t(name)}</th>
                <td className="number spc-index">
                  {index ? formatDecimals(index.value, INDEX_DECIMALS) : '—'}
                </td>
                <td className="number">
                  {index
                    ? `${formatDecimals(index.low, INDEX_DECIMALS)} – ${formatDecimals(index.high, INDEX_DECIMALS)}`
                    : '—'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <dl className="spc-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
