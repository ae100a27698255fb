import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { getStateStyle, LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import { groupRowsByPart } from './group-rows.ts';
import './process-matrix.css';

/** The maximum number of parts in the matrix. More parts would make the page slow. */
const MAX_PARTS = 300;

const formatShortDay = (day: ReportRow[string] | undefined): string =>
  typeof day === 'string' ? day.slice(5) : '…';

/**
 * Describes the planned, the actual and the expected days of a process in one text each, such as '计划 08-01 – 08-03'.
 */
function describeDays(row: ReportRow, t: Translate): string[] {
  const { plannedStart, plannedEnd, actualStart, actualEnd, projectedEnd } = row;
  return [
    ...(plannedStart || plannedEnd
      ? [t('plannedDays', { from: formatShortDay(plannedStart), until: formatShortDay(plannedEnd) })]
      : []),
    ...(actualStart
      ? [t('actualDays', { from: formatShortDay(actualStart), until: formatShortDay(actualEnd) })]
      : []),
    ...(projectedEnd ? [t('projectedOnDay', { day: formatShortDay(projectedEnd) })] : []),
  ];
}

/** Shows one process of a part: its state, its progress, its days, and how late it is. */
function ProcessCell({ row }: { row: ReportRow }) {
  const t = useT();
  const state = row['state'] as TermKey;
  const { shape, tone } = getStateStyle(state);
  const progress = Number(row['progress'] ?? 0);
  const lateDays = Number(row['lateDays'] ?? 0);
  const name = `${row['seq']} ${row['processName']}`;
  return (
    <div className={`matrix-process state-${tone}`}>
      <p className="matrix-name" title={row['groupName'] ? `${name} · ${row['groupName']}` : name}>
        <span className="matrix-shape" aria-hidden="true">
          {shape}
        </span>{' '}
        {name}
      </p>
      <p className="matrix-state">
        <span>{t(state)}</span>
        <span className="matrix-percent">{formatNumber(Math.floor(progress), 0)} %</span>
      </p>
      <span className="matrix-track" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, progress)}%` }} />
      </span>
      {describeDays(row, t).map((line) => (
        <p key={line} className="matrix-days">
          {line}
        </p>
      ))}
      {lateDays > 0 && (
        <p className="matrix-late">
          <span aria-hidden="true">{LATE_STYLE.shape}</span> {t('daysLate', { days: lateDays })}
        </p>
      )}
    </div>
  );
}

/** Shows a table with a row for each part and a column for each position in the routing. */
export function ProcessMatrix({ rows }: { rows: readonly ReportRow[] }) {
  const t = useT();
  const parts = useMemo(() => groupRowsByPart(rows), [rows]);
  const shownParts = parts.slice(0, MAX_PARTS);
  const columnCount = Math.max(0, ...shownParts.map(({ processes }) => processes.length));
  const positions = Array.from({ length: columnCount }, (_, index) => index);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide matrix scrolls by keyboard
    <div className="process-matrix" tabIndex={0} role="region" aria-label={t('partsByProcess')}>
      <table aria-label={t('partsByProcess')}>
        <thead>
          <tr>
            <th scope="col">{t('part')}</th>
            {positions.map((position) => (
              <th key={position} scope="col">
                {t('processAt', { position: position + 1 })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownParts.map(({ partId, anyRow, processes }) => (
            <tr key={partId}>
              <th scope="row">
                <Link to={`/order/${anyRow['orderId']}?part=${partId}`}>{anyRow['orderCode']}</Link>
                <span className="matrix-part">{anyRow['partName']}</span>
                <span className="matrix-code">{anyRow['partCode']}</span>
              </th>
              {positions.map((position) => {
                const row = processes[position];
                return <td key={position}>{row && <ProcessCell row={row} />}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {parts.length > MAX_PARTS && (
        <p className="matrix-more">{t('moreParts', { count: parts.length - MAX_PARTS })}</p>
      )}
    </div>
  );
}
