import type { CSSProperties } from 'react';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { useServerTimeInMinutes } from '#client/kit/live/use-server-clock.ts';
import { toLocalDay } from '#client/kit/words/formats.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure, formatShortDate } from '../kit/drawing/figure.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './days-since-complaint.css';

const words = {
  daysSinceComplaint: ['无客诉天数', 'Complaint-free days', '無客訴天數', 'クレームゼロ日数'],
  noComplaintYet: ['尚无客诉', 'No complaint so far', '尚無客訴', 'クレームはまだありません'],
  complaintOn: ['上次 {{day}}', 'Last on {{day}}', '上次 {{day}}', '前回 {{day}}'],
} as const satisfies TermsByKey;

const MINUTE_MS = 60_000;

function DaysSinceComplaintContent({ rows, areRowsKnown }: WidgetProps<Record<never, never>>) {
  const t = useT(words);
  const lang = useLang();
  const zone = useTimeZone();
  const today = toLocalDay(zone, useServerTimeInMinutes() * MINUTE_MS);
  const [row] = rows;
  const days = row ? cellReaders.number(row, 'days') : null;
  if (!row || !areRowsKnown) return <TileMessage>{t('waitingForData')}</TileMessage>;
  if (days === null) return <TileMessage>{t('noComplaintYet')}</TileMessage>;
  const text = formatFigure(days, lang);
  const style: CSSProperties & Record<'--width', number> = {
    '--width': Math.max(1.6, estimateTextWidthEm(text) * 1.2),
  };
  const complainedAt = Date.parse(cellReaders.text(row, 'complainedAt'));
  const day = formatShortDate(toLocalDay(zone, complainedAt), today);
  return (
    <div className="complaint">
      <strong className={days === 0 ? 'complaint-days wall-late' : 'complaint-days'} style={style}>
        <ChangedValue>{text}</ChangedValue>
      </strong>
      <div className="complaint-last cut quiet">
        {[t('complaintOn', { day }), cellReaders.text(row, 'customerName'), cellReaders.text(row, 'partName')]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  );
}

/** Shows how many days ago a customer last complained, and about which part. */
export const daysSinceComplaint = defineWidget({
  type: 'daysSinceComplaint',
  version: 1,
  title: 'daysSinceComplaint',
  area: 'quality',
  words,
  size: { w: 6, h: 7, minW: 4, minH: 3 },
  settings: {},
  source: () => ({ path: '/mes/form/lastComplaint', params: {} }),
  Component: DaysSinceComplaintContent,
});
