import type { InspectedValue, InspectionDetail } from '#shared/quality/inspection.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { formatLimits } from '#client/production/reporting/entries/format-limits.ts';

/**
 * Shows the names of the used gauges, and marks the gauges that were not fit for use. If no gauge was used, shows the
 * tool of the procedure.
 */
function UsedGauges({ values, tool }: { values: readonly InspectedValue[]; tool: string | null }) {
  const problemByGauge = new Map(
    values.flatMap(({ gauge, gaugeProblem }) => (gauge ? [[gauge, gaugeProblem] as const] : [])),
  );
  if (problemByGauge.size === 0) return tool ?? '—';
  return [...problemByGauge].map(([gauge, problem]) => (
    <span key={gauge} className="inspection-used-gauge">
      {gauge} {problem && <StateMark state={problem} />}
    </span>
  ));
}

/** Shows the values of an inspection in a table, with a row for each characteristic and a column for each piece. */
export function InspectionResults({
  detail: { characteristics, values, sampleCount, remark },
}: {
  detail: InspectionDetail;
}) {
  const t = useT();
  const pieces = Array.from({ length: sampleCount }, (_, index) => index + 1);
  return (
    <section className="inspection-results" aria-label={t('inspectionResults')}>
      <h2>{t('inspectionResults')}</h2>
      <div className="inspection-scroll">
        <table className="plain-table">
          <TableHead
            heads={[
              t('characteristic'),
              { words: t('nominal'), className: 'figure' },
              t('lowerLimit') + ' – ' + t('upperLimit'),
              t('measuringTool'),
              ...pieces.map((piece) => ({ words: String(piece), className: 'figure' })),
            ]}
          />
          <tbody>
            {characteristics.map((characteristic) => (
              <tr key={characteristic.seq}>
                <th scope="row">{characteristic.name}</th>
                <td className="figure">
                  {characteristic.nominal === null ? '—' : formatNumber(characteristic.nominal)}
                </td>
                <td>
                  {characteristic.kind === 'judged'
                    ? t('judged')
                    : [formatLimits(characteristic), characteristic.unit].filter(Boolean).join(' ')}
                </td>
                <td>
                  <UsedGauges
                    values={values.filter(({ seq }) => seq === characteristic.seq)}
                    tool={characteristic.tool}
                  />
                </td>
                {pieces.map((piece) => {
                  const value = values.find(
                    (candidate) => candidate.seq === characteristic.seq && candidate.sampleNumber === piece,
                  );
                  if (!value)
                    return (
                      <td key={piece} className="figure">
                        {piece > characteristic.sampleCount ? '' : '—'}
                      </td>
                    );
                  const style = getStateStyle(value.isOk ? 'judgedOk' : 'judgedNotOk');
                  return (
                    <td
                      key={piece}
                      className={`figure inspection-cell state-${style.tone}`}
                      data-ok={value.isOk}
                    >
                      {value.value === null || !value.isOk ? (
                        <span aria-hidden="true">{style.shape} </span>
                      ) : null}
                      {value.value === null
                        ? t(value.isOk ? 'judgedOk' : 'judgedNotOk')
                        : formatNumber(value.value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {remark && <p>{remark}</p>}
    </section>
  );
}
