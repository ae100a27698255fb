import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { formatLocalTime } from '#client/kit/words/formats.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { getStateStyle, type StateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT, type Translate } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { formatFigure, formatSignedFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { PagedRows } from '../kit/drawing/paged-rows.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import { computeColumnWidth } from '../kit/drawing/compute-column-width.ts';
import { WallCode } from '../kit/drawing/wall-code.tsx';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import './latest-reports.css';

const REPORT_KIND_STYLES: { readonly [kind: string]: { term: TermKey; stateStyle: StateStyle } } = {
  receive: { term: 'receive', stateStyle: getStateStyle('received') },
  start: { term: 'start', stateStyle: getStateStyle('processing') },
  unfinished: { term: 'unfinished', stateStyle: getStateStyle('notStarted') },
  finish: { term: 'finish', stateStyle: getStateStyle('completed') },
  outsidePlan: { term: 'outsidePlan', stateStyle: getStateStyle('draft') },
};
const SCRAP_STYLE = getStateStyle('scrapped');

interface WorkReport {
  id: string;
  at: string;
  order: string;
  work: string;
  people: string;
  kind: string;
  good: number;
  scrap: number;
}

const readWorkReport = (row: ReportRow): WorkReport => ({
  id: cellReaders.text(row, 'id'),
  at: cellReaders.text(row, 'at'),
  order: cellReaders.text(row, 'orderCode'),
  work: cellReaders.text(row, 'processName') || cellReaders.text(row, 'partName'),
  people: cellReaders.text(row, 'people') || cellReaders.text(row, 'deviceName'),
  kind: cellReaders.text(row, 'kind'),
  good: cellReaders.number(row, 'good') ?? 0,
  scrap: cellReaders.number(row, 'scrap') ?? 0,
});

const compareReports = (one: WorkReport, other: WorkReport): number =>
  Date.parse(other.at) - Date.parse(one.at) || Number(other.id) - Number(one.id);

/** Formats the time of a report, or the date if the report is not of today. */
function formatReportTime(at: string, zone: string, today: string): string {
  const localTime = formatLocalTime(at, zone);
  return localTime.slice(0, 10) === today ? localTime.slice(11, 16) : localTime.slice(5, 10);
}

function renderReportKind(kind: string, t: Translate) {
  const kindStyle = REPORT_KIND_STYLES[kind];
  return kindStyle ? (
    <WallStateMark stateStyle={kindStyle.stateStyle}>{t(kindStyle.term)}</WallStateMark>
  ) : (
    UNKNOWN_VALUE_TEXT
  );
}

/** Makes the style that sets the width of the order column. Nearly all order codes fit into it. */
const makeColumnStyle = (reports: readonly WorkReport[]): CSSProperties & Record<'--code', string> => ({
  '--code': computeColumnWidth(reports.map(({ order }) => order)),
});

function LatestReportsContent({ rows, areRowsKnown }: WidgetProps<object>) {
  const t = useT();
  const lang = useLang();
  const zone = useTimeZone();
  const today = useToday();
  const formatScrap = (scrap: number) => `${t('scrap')} ${formatFigure(scrap, lang)}`;
  const reports = useMemo(() => rows.map(readWorkReport).sort(compareReports), [rows]);
  if (reports.length === 0)
    return <TileMessage>{t(areRowsKnown ? 'noReportsYet' : 'waitingForData')}</TileMessage>;
  return (
    <div className="wall-table" style={makeColumnStyle(reports)}>
      <PagedRows rows={reports} keyOf={({ id }) => id} pageSeconds={null} rowClass="report-columns" marksNew>
        {({ at, order, work: processOrPart, people, kind, good, scrap }) => (
          <>
            <span className="quiet report-at">
              {at === '' ? UNKNOWN_VALUE_TEXT : formatReportTime(at, zone, today)}
            </span>
            <WallCode className="report-order">{order || UNKNOWN_VALUE_TEXT}</WallCode>
            <span className="cut quiet report-work">{processOrPart}</span>
            <span className="cut report-people">{people}</span>
            <span className="to-end report-result">
              {scrap > 0 && <WallStateMark stateStyle={SCRAP_STYLE}>{formatScrap(scrap)}</WallStateMark>}
              {good > 0 || scrap > 0 ? (
                <span className="report-good">{formatSignedFigure(good, lang)}</span>
              ) : (
                renderReportKind(kind, t)
              )}
            </span>
          </>
        )}
      </PagedRows>
    </div>
  );
}

/** Shows the latest reports from the shop floor, the newest first: as many as fit, but at most 20. */
export const latestReports = defineWidget({
  type: 'latestReports',
  version: 1,
  title: 'latestReports',
  area: 'production',
  size: { w: 18, h: 9, minW: 6, minH: 5 },
  settings: GROUP_SCOPE_FIELDS,
  source: (settings, variables) => ({
    path: '/mes/form/latestReports',
    params: { ...buildGroupScopeParams(settings, variables), limit: '20' },
  }),
  Component: LatestReportsContent,
});
