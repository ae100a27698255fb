import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { OwnPenalty } from '#shared/quality/answers.ts';
import { StateMark } from '#client/kit/elements/state-mark.tsx';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';

/** Lists the user's penalties and rewards with their reasons. Shows nothing if there are none. */
export function OwnPenalties() {
  const t = useT();
  const { data } = useQuery({
    queryKey: queryKeys.entity('qualityPenalty', 'mine'),
    queryFn: ({ signal }) => call<{ rows: OwnPenalty[] }>('/mes/quality/punish/mine', {}, { signal }),
  });
  const rows = data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="card" aria-labelledby="center-penalties">
      <h2 id="center-penalties">{t('ownPenalties')}</h2>
      <table className="plain-table">
        <TableHead
          heads={[
            t('penaltyMonth'),
            t('penaltyKind'),
            t('qualityException'),
            t('responsibleProcess'),
            { words: t('responsibilityRatio'), className: 'figure' },
            { words: t('penaltyAmount'), className: 'figure' },
            t('penaltyState'),
            t('reason'),
          ]}
        />
        <tbody>
          {rows.map((penalty) => (
            <tr key={penalty.id}>
              <td>{penalty.month.slice(0, 7)}</td>
              <td>{t(penalty.kind)}</td>
              <td>
                <Link to={`/quality/${penalty.exceptionId}`}>{penalty.exceptionCode}</Link>{' '}
                {penalty.description}
              </td>
              <td>{penalty.processName}</td>
              <td className="figure">{penalty.ratio === null ? '' : `${formatNumber(penalty.ratio)} %`}</td>
              <td className="figure">{formatNumber(penalty.amount)}</td>
              <td>
                <StateMark state={penalty.state} />
              </td>
              <td>{penalty.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
