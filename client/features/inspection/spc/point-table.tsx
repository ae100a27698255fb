import { Link } from 'react-router-dom';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatMoment, joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { formatStatistic } from '#client/production/spc/format-statistic.ts';
import type { JudgedChart } from '#shared/quality/spc-charts.ts';
import { getInspectionPath } from '../inspection-paths.ts';

/** The maximum number of rows in the table. Older points are left out. */
const MAX_ROWS = 200;

interface Props {
  charts: readonly JudgedChart[];
  /** Whether the table lists only the points that violate rules. */
  onlyViolations: boolean;
}

/** Lists the points of the charts with their limits and the rules that they violate. The newest point comes first. */
export function PointTable({ charts, onlyViolations }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const { samples } = charts[0]!;
  const rows = samples
    .map((sample, index) => ({
      sample,
      index,
      brokenRulesByChart: charts.map(({ violations }) => violations[index]!),
    }))
    .filter(
      ({ brokenRulesByChart }) => !onlyViolations || brokenRulesByChart.some(({ length }) => length > 0),
    )
    .slice(-MAX_ROWS)
    .reverse();
  if (rows.length === 0) return <p>{t('noViolations')}</p>;
  return (
    <div className="inspection-scroll">
      <table className="plain-table">
        <TableHead
          heads={[
            { words: t('subgroupNumber'), className: 'number' },
            t('inspectionBegunAt'),
            ...charts.flatMap(({ statistic }) => [
              { words: t(statistic), className: 'number' },
              {
                words: `${t(statistic)} ${t('lowerControlLimit')} – ${t('upperControlLimit')}`,
                className: 'number',
                content: `${t('lowerControlLimit')} – ${t('upperControlLimit')}`,
              },
            ]),
            t('violations'),
          ]}
        />
        <tbody>
          {rows.map(({ sample, index, brokenRulesByChart }) => (
            <tr key={index}>
              <th scope="row" className="number">
                <Link to={getInspectionPath(sample.inspectionId)}>{index + 1}</Link>
              </th>
              <td>{formatMoment(sample.at, zone)}</td>
              {charts.map(({ statistic, points }) => {
                const { value, lower, upper } = points[index]!;
                return [
                  <td key={statistic} className="number">
                    {value === null ? '—' : formatStatistic(statistic, value)}
                  </td>,
                  <td key={`${statistic} limits`} className="number">
                    {`${formatStatistic(statistic, lower)} – ${formatStatistic(statistic, upper)}`}
                  </td>,
                ];
              })}
              <td className="spc-rules">
                {charts.flatMap(({ statistic }, chartIndex) =>
                  brokenRulesByChart[chartIndex]!.length === 0
                    ? []
                    : [
                        <span key={statistic}>
                          <span aria-hidden="true">▲ </span>
                          {t(statistic)}: {joinWords(brokenRulesByChart[chartIndex]!.map((rule) => t(rule)))}
                        </span>,
                      ],
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
