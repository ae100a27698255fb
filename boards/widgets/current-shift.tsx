import { useMemo, type CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { useServerTimeInSeconds } from '#client/kit/live/use-server-clock.ts';
import { formatDuration, formatTime } from '#client/kit/words/formats.ts';
import { LATE_STYLE } from '#client/kit/elements/state-style.ts';
import { useLang, useT, type Translate } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { formatFigure, UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { estimateTextWidthEm } from '../kit/drawing/measure-text-em.ts';
import { WallStateMark } from '../kit/drawing/wall-mark.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './current-shift.css';

const words = {
  wholeDay: ['全天', 'All day', '全天', '終日'],
  noShiftNow: ['近期无排班', 'No shift ahead', '近期無排班', '勤務予定なし'],
  shiftLeft: ['还剩 {{time}}', '{{time}} left', '還剩 {{time}}', '残り {{time}}'],
  shiftBeginsIn: ['{{time}}后开始', 'Begins in {{time}}', '{{time}}後開始', '{{time}}後に開始'],
  scrapShare: ['报废率', 'Scrap', '報廢率', '不良率'],
  actualTakt: ['实际节拍', 'Takt', '實際節拍', '実績タクト'],
  plannedTakt: ['计划节拍', 'Plan takt', '計劃節拍', '計画タクト'],
} as const satisfies TermsByKey;

/** A takt of this length or longer is shown in minutes. */
const LONG_TAKT_SECONDS = 600;

interface Shift {
  name: string;
  startsAt: string;
  endsAt: string;
  hasBegun: boolean;
  /** The scrap in percent of the good and scrapped pieces; null if there are none. */
  scrapRate: number | null;
  taktSeconds: number | null;
  actualTaktSeconds: number | null;
}

const readShift = (row: ReportRow): Shift => ({
  name: cellReaders.text(row, 'shiftName'),
  startsAt: cellReaders.text(row, 'startsAt'),
  endsAt: cellReaders.text(row, 'endsAt'),
  hasBegun: row['hasBegun'] === true,
  scrapRate: cellReaders.number(row, 'scrapRate'),
  taktSeconds: cellReaders.number(row, 'taktSeconds'),
  actualTaktSeconds: cellReaders.number(row, 'actualTaktSeconds'),
});

const isValidTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** Formats the time when a shift ends. Midnight becomes 24:00. */
const formatShiftEnd = ({ endsAt }: Shift, zone: string): string =>
  formatTime(endsAt, zone).replace('00:00', '24:00');

/** Makes the style that passes the approximate width of a text in em to CSS. CSS computes the font size from it. */
const makeWidthStyle = (text: string): CSSProperties & Record<'--width', number> => ({
  '--width': estimateTextWidthEm(text),
});

/** Formats a takt, such as '36 s'. A long takt is in minutes. */
function formatTakt(seconds: number | null, t: Translate): string {
  if (seconds === null) return UNKNOWN_VALUE_TEXT;
  return seconds < LONG_TAKT_SECONDS
    ? t('durationSeconds', { seconds: Math.round(seconds) })
    : formatDuration(seconds);
}

/**
 * Shows in words how much of the shift is left, or in how much time it begins. A bar shows how much of the
 * shift has passed.
 */
function ShiftProgress({ shift }: { shift: Shift }) {
  const t = useT(words);
  const nowSeconds = Math.floor(useServerTimeInSeconds() / 60) * 60;
  const start = Date.parse(shift.startsAt) / 1000;
  const end = Date.parse(shift.endsAt) / 1000;
  const passedShare = Math.max(0, Math.min(1, (nowSeconds - start) / Math.max(1, end - start)));
  const timeText = shift.hasBegun
    ? t('shiftLeft', { time: formatDuration(Math.max(0, end - nowSeconds)) })
    : t('shiftBeginsIn', { time: formatDuration(Math.max(0, start - nowSeconds)) });
  return (
    <>
      <strong className="shift-left" style={makeWidthStyle(timeText)}>
        <span>{timeText}</span>
      </strong>
      <span className="shift-bar" aria-hidden="true">
        <span style={{ inlineSize: `${passedShare * 100}%` } satisfies CSSProperties} />
      </span>
    </>
  );
}

function CurrentShiftContent({ rows, areRowsKnown }: WidgetProps<object>) {
  const t = useT(words);
  const lang = useLang();
  const zone = useTimeZone();
  const shift = useMemo(
    () =>
      rows
        .map(readShift)
        .find((candidate) => isValidTime(candidate.startsAt) && isValidTime(candidate.endsAt)),
    [rows],
  );
  if (!shift) return <TileMessage>{t(areRowsKnown ? 'noShiftNow' : 'waitingForData')}</TileMessage>;
  const { scrapRate, taktSeconds, actualTaktSeconds } = shift;
  const name = shift.name || t('wholeDay');
  const times = `${formatTime(shift.startsAt, zone)}–${formatShiftEnd(shift, zone)}`;
  const isSlow = taktSeconds !== null && actualTaktSeconds !== null && actualTaktSeconds > taktSeconds;
  return (
    <div className="shift">
      <div className="shift-head" style={makeWidthStyle(`${name} ${times}`)}>
        <span>
          <span className="shift-name cut">{name}</span>
          <span className="shift-window">{times}</span>
        </span>
      </div>
      <ShiftProgress shift={shift} />
      <dl className="shift-figures">
        <div>
          <dt>{t('scrapShare')}</dt>
          <dd>
            <ChangedValue>
              {scrapRate === null ? UNKNOWN_VALUE_TEXT : `${formatFigure(scrapRate, lang)} %`}
            </ChangedValue>
          </dd>
        </div>
        <div>
          <dt>
            {isSlow ? (
              <WallStateMark stateStyle={LATE_STYLE}>{t('actualTakt')}</WallStateMark>
            ) : (
              t('actualTakt')
            )}
          </dt>
          <dd className={isSlow ? 'wall-late' : undefined}>
            <ChangedValue>{formatTakt(actualTaktSeconds, t)}</ChangedValue>
          </dd>
        </div>
        <div className="shift-planned">
          <dt>{t('plannedTakt')}</dt>
          <dd>{formatTakt(taktSeconds, t)}</dd>
        </div>
      </dl>
    </div>
  );
}

/** Shows the current or the next shift, its remaining time, its scrap rate, and its actual and planned takt. */
export const currentShift = defineWidget({
  type: 'currentShift',
  version: 1,
  title: 'currentShift',
  area: 'production',
  words,
  size: { w: 6, h: 11, minW: 5, minH: 8 },
  settings: GROUP_SCOPE_FIELDS,
  source: (settings, variables) => ({
    path: '/mes/form/currentShift',
    params: buildGroupScopeParams(settings, variables),
  }),
  Component: CurrentShiftContent,
});
