import { useQuery } from '@tanstack/react-query';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { PageAnswer } from '#shared/kernel/wire.ts';
import { call } from '#client/kit/wire/call.ts';
import { formatMoment, formatNumber, formatClockDifference } from '#client/kit/words/formats.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

type WorkReport = Entity<'workReport'>;

const LATEST_REPORTS_PARAMS = { sort: '-startedAt', limit: 12 };

/** Shows the latest work reports and updates them live. */
export function LatestReports() {
  const t = useT();
  const zone = useTimeZone();
  const { data } = useQuery({
    queryKey: queryKeys.entity('workReport', 'page', LATEST_REPORTS_PARAMS),
    queryFn: ({ signal }) =>
      call<PageAnswer<WorkReport>>(`${entities.workReport.path}/page`, LATEST_REPORTS_PARAMS, { signal }),
  });
  return (
    <section className="card" aria-labelledby="home-reports">
      <h2 id="home-reports">{t('latestReports')}</h2>
      {data?.rows.length === 0 && (
        <p className="nothing">{t('noneYet', { name: toMidSentence(t('workReport')) })}</p>
      )}
      {data === undefined &&
        Array.from({ length: 6 }, (_, index) => <span key={index} className="skeleton home-skeleton" />)}
      {data && data.rows.length > 0 && (
        <div className="home-scroll">
          <table className="plain-table home-table">
            <TableHead
              heads={[
                t('startedAt'),
                t('process'),
                { words: t('reportKind'), className: 'wide-only' },
                t('people'),
                { words: t('quantity'), className: 'figure' },
                { words: t('good'), className: 'figure' },
                { words: t('scrap'), className: 'figure wide-only' },
                { words: t('duration'), className: 'figure wide-only' },
              ]}
            />
            <tbody>
              {data.rows.map((report) => (
                <tr key={report.id}>
                  <td className="moment">{formatMoment(report.startedAt, zone)}</td>
                  <td>{report.labels.processId ?? '—'}</td>
                  <td className="wide-only">{t(report.kind)}</td>
                  <td>{joinPeopleNames(report)}</td>
                  <td className="figure">{formatPieces(report.received || report.started)}</td>
                  <td className="figure">{formatPieces(hasResult(report) ? report.good : null)}</td>
                  <td className="figure wide-only">
                    {formatPieces(hasResult(report) ? report.scrap : null)}
                  </td>
                  <td className="figure wide-only">
                    {report.endedAt
                      ? formatClockDifference(report.startedAt, report.endedAt)
                      : t('processing')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const formatPieces = (pieces: number | null): string => (pieces === null ? '—' : formatNumber(pieces));

/**
 * Whether a report has good and scrap quantities. A report of received pieces or of running work has none.
 */
const hasResult = ({ kind }: WorkReport): boolean => kind !== 'receive' && kind !== 'start';

// The server sends the name of each person as the label of `employeeId`.
const joinPeopleNames = (report: WorkReport): string =>
  report.people
    .map((person) => (person as { labels?: { employeeId?: string } }).labels?.employeeId)
    .filter(Boolean)
    .join(', ') || '—';
