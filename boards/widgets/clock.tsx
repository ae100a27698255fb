import type { CSSProperties } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { flag } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { getWeekday } from '#shared/rules/days.ts';
import { useServerTimeInSeconds } from '#client/kit/live/use-server-clock.ts';
import { formatLocalTime, formatTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cellReaders } from '../kit/drawing/cell.ts';
import { UNKNOWN_VALUE_TEXT } from '../kit/drawing/figure.ts';
import { formatTaktCountdown, type ShiftWithTakt } from '../kit/drawing/takt-countdown.ts';
import { buildGroupScopeParams } from '../kit/group-scope-params.ts';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './clock.css';

const words = {
  clock: ['时钟', 'Clock', '時鐘', '時計'],
  showSeconds: ['显示秒', 'Show seconds', '顯示秒', '秒を表示'],
  showShift: ['显示班次和节拍', 'Show shift and takt', '顯示班別和節拍', 'シフトとタクトを表示'],
  nextPieceIn: ['下一件', 'Next piece', '下一件', '次の 1 個'],
  shiftOfWholeDay: ['全天', 'All day', '全天', '終日'],
} as const satisfies TermsByKey;

interface Shift extends ShiftWithTakt {
  name: string;
}

const readShift = (row: ReportRow): Shift => ({
  name: cellReaders.text(row, 'shiftName'),
  startsAt: cellReaders.text(row, 'startsAt'),
  endsAt: cellReaders.text(row, 'endsAt'),
  hasBegun: row['hasBegun'] === true,
  taktSeconds: cellReaders.number(row, 'taktSeconds'),
});

const hasTimes = ({ startsAt, endsAt }: Shift): boolean =>
  Number.isFinite(Date.parse(startsAt)) && Number.isFinite(Date.parse(endsAt));

/** Shows the shift that is being worked, or the next one, and the time until the next piece is due. */
function ShiftLine({ shift, nowSeconds }: { shift: Shift; nowSeconds: number }) {
  const t = useT(words);
  const zone = useTimeZone();
  const end = formatTime(shift.endsAt, zone).replace('00:00', '24:00');
  const countdown = formatTaktCountdown(shift, nowSeconds);
  return (
    <div className="clock-shift">
      <span className="cut">
        {shift.name || t('shiftOfWholeDay')}{' '}
        <span className="quiet">{`${formatTime(shift.startsAt, zone)}–${end}`}</span>
      </span>
      {countdown !== null && (
        <span>
          <span className="quiet">{t('nextPieceIn')}</span> <strong>{countdown}</strong>
        </span>
      )}
    </div>
  );
}

function ClockContent({
  settings: { showSeconds, showShift },
  rows,
  areRowsKnown,
}: WidgetProps<{ showSeconds: boolean; showShift: boolean }>) {
  const t = useT();
  const zone = useTimeZone();
  const nowSeconds = useServerTimeInSeconds();
  const localTime = formatLocalTime(nowSeconds * 1000, zone);
  const day = localTime.slice(0, 10);
  const shift = rows.map(readShift).find(hasTimes);
  const style: CSSProperties & Record<'--width', number> = { '--width': showSeconds ? 5.2 : 3.3 };
  return (
    <div className="clock" style={style}>
      <time className="clock-time">{localTime.slice(11, showSeconds ? 19 : 16)}</time>
      <div className="clock-day">
        <span>{day}</span>
        <span className="quiet">{t(getWeekday(day))}</span>
      </div>
      {showShift && shift && <ShiftLine shift={shift} nowSeconds={nowSeconds} />}
      {showShift && !shift && !areRowsKnown && (
        <div className="clock-shift is-unknown">{UNKNOWN_VALUE_TEXT}</div>
      )}
    </div>
  );
}

/**
 * Shows the time and the date of the factory by the server's clock. A setting adds the shift, and the
 * time until the next piece is due by the planned takt.
 */
export const clock = defineWidget({
  type: 'clock',
  version: 1,
  title: 'clock',
  area: 'text',
  heading: () => '',
  words,
  size: { w: 6, h: 6, minW: 4, minH: 3 },
  settings: { showSeconds: flag(), showShift: flag(), ...GROUP_SCOPE_FIELDS },
  source: ({ showShift, ...settings }, variables) =>
    showShift ? { path: '/mes/form/currentShift', params: buildGroupScopeParams(settings, variables) } : null,
  Component: ClockContent,
});
