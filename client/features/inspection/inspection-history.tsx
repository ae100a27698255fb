import { Link } from 'react-router-dom';
import type { InspectionDetail } from '#shared/quality/inspection.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatMoment, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { useInspectionHistory } from '#client/production/inspection/use-inspection.ts';
import { ParameterTrendChart } from '#client/production/reporting/entries/parameter-trend-chart.tsx';
import { getInspectionPath } from './inspection-paths.ts';

interface Props {
  /**
   * The inspection on whose page the history is shown. The charts mark its process, and are in the order of its
   * characteristics.
   */
  detail: InspectionDetail;
}

/** Shows the earlier results of a part code: a chart for each measured characteristic, and the inspections. */
export function InspectionHistorySection({ detail: { partCode, processId, characteristics } }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { data } = useInspectionHistory(partCode);
  if (!data) return <span className="skeleton" />;
  const indexByName = new Map(characteristics.map(({ name }, index) => [name, index]));
  const getIndex = (name: string) => indexByName.get(name) ?? characteristics.length;
  const trends = data.trends.toSorted((a, b) => getIndex(a.name) - getIndex(b.name));
  return (
    <section className="inspection-results" aria-label={t('inspectionHistory', { code: partCode })}>
      <h2>{t('inspectionHistory', { code: partCode })}</h2>
      <div className="inspection-trends">
        {trends.map((trend) => (
          <ParameterTrendChart key={trend.code} trend={trend} processId={processId} />
        ))}
      </div>
      {data.inspections.length === 0 ? (
        <p>{t('noInspectionHistory')}</p>
      ) : (
        <div className="inspection-scroll">
          <table className="plain-table">
            <TableHead
              heads={[
                t('inspectionCode'),
                t('inspectionState'),
                t('inspectionKind'),
                t('workOrder'),
                t('process'),
                { words: t('sampleBatch'), className: 'figure' },
                { words: t('sampleCount'), className: 'figure' },
                { words: t('badCount'), className: 'figure' },
                t('inspector'),
                t('inspectionBegunAt'),
              ]}
            />
            <tbody>
              {data.inspections.map((pastInspection) => (
                <tr key={pastInspection.id}>
                  <th scope="row">
                    <Link to={getInspectionPath(pastInspection.id)}>{pastInspection.code}</Link>
                  </th>
                  <td>
                    <StateMark state={pastInspection.state} />
                  </td>
                  <td>{t(pastInspection.inspectionKind)}</td>
                  <td>{pastInspection.orderCode}</td>
                  <td>{pastInspection.processName}</td>
                  <td className="figure">{formatNumber(pastInspection.batchQuantity)}</td>
                  <td className="figure">{pastInspection.sampleCount}</td>
                  <td className="figure">{pastInspection.badCount}</td>
                  <td>{pastInspection.inspector ?? '—'}</td>
                  <td>{formatMoment(pastInspection.raisedAt, zone)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
