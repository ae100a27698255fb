import { useMemo, type CSSProperties } from 'react';
import type { Words } from '#shared/kernel/lang.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { useServerSecond } from '#client/production/calls/use-server-second.ts';
import { formatDuration, formatTime, formatLocalTime } from '#client/kit/words/formats.ts';
import { getStateStyle } from '#client/kit/elements/state-style.ts';
import { useLang, useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { cell } from '../kit/drawing/cell.ts';
import { ChangedValue } from '../kit/drawing/changed-value.tsx';
import { figure, formatSignedFigure } from '../kit/drawing/figure.ts';
import { WallMark } from '../kit/drawing/wall-mark.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './current-shift.css';

const words = {
  wholeDay: ['全天', 'All day', '全天', '終日'],
  noShiftNow: ['近期无排班', 'No shift ahead', '近期無排班', '勤務予定なし'],
  shiftLeft: ['还剩 {{time}}', '{{time}} left', '還剩 {{time}}', '残り {{time}}'],
  shiftBeginsIn: ['{{time}}后开始', 'Begins in {{time}}', '{{time}}後開始', '{{time}}後に開始'],
  onPlan: ['符合计划', 'On plan', '符合計劃', '計画どおり'],
  aheadOfPlan: ['超前计划', 'Ahead', '超前計劃', '計画超過'],
  behindPlan: ['落后计划', 'Behind', '落後計劃', '計画遅れ'],
} as const satisfies Words;

interface Shift {
  name: string;
  startsAt: string;
  endsAt: string;
  hasBegun: boolean;
  plannedNow: number | null;
  actual: number | null;
  difference: number | null;
}

const readShift = (row: ReportRow): Shift => ({
  name: cell.text(row, 'shiftName'),
  startsAt: cell.text(row, 'startsAt'),
  endsAt: cell.text(row, 'endsAt'),
  hasBegun: row['hasBegun'] === true,
  plannedNow: cell.number(row, 'plannedNow'),
  actual: cell.number(row, 'actual'),
  difference: cell.number(row, 'difference'),
});

const isValidTime = (text: string): boolean => !Number.isNaN(Date.parse(text));

/** Formats the time when a shift ends. Midnight becomes 24:00. */
const formatShiftEnd = ({ endsAt }: Shift, zone: string): string =>
  formatTime(endsAt, zone).replace('00:00', '24:00');

/** Passes the number of characters to CSS, which sets the font size. */
const makeLengthStyle = (text: string): CSSProperties & Record<'--length', number> => ({
  '--length': text.length,
});

/** Shows the factory's time. Each tick renders only this component. */
function Clock() {
  const zone = useTimeZone();
  const second = useServerSecond();
  return <time className="shift-clock">{formatLocalTime(second * 1000, zone).slice(11, 16)}</time>;
}

/** Shows the progress of the shift and its remaining time. */
function ShiftProgress({ shift }: { shift: Shift }) {
  const t = useT(words);
  const minute = Math.floor(useServerSecond() / 60) * 60;
  const start = Date.parse(shift.startsAt) / 1000;
  const end = Date.parse(shift.endsAt) / 1000;
  const part = Math.max(0, Math.min(1, (minute - start) / Math.max(1, end - start)));
  const left = shift.hasBegun
    ? t('shiftLeft', { time: formatDuration(Math.max(0, end - minute)) })
    : t('shiftBeginsIn', { time: formatDuration(Math.max(0, start - minute)) });
  return (
    <>
      <span className="shift-left cut quiet">{left}</span>
      <span className="shift-bar" aria-hidden="true">
        <span style={{ inlineSize: `${part * 100}%` } satisfies CSSProperties} />
      </span>
    </>
  );
}

function CurrentShiftContent({ rows, known }: WidgetProps<object>) {
  const t = useT(words);
  const lang = useLang();
  const zone = useTimeZone();
  const shift = useMemo(
    () => rows.map(readShift).find((one) => isValidTime(one.startsAt) && isValidTime(one.endsAt)),
    [rows],
  );
  const difference = formatSignedFigure(shift?.difference ?? null, lang);
  const ahead = Math.sign(shift?.difference ?? 0);
  const figures = [
    { name: t('plannedNow'), value: figure(shift?.plannedNow ?? null, lang) },
    { name: t('actual'), value: figure(shift?.actual ?? null, lang) },
  ];
  return (
    <div className="shift">
      <div className="shift-head">
        <Clock />
        <span className="shift-name cut">
          {shift ? shift.name || t('wholeDay') : t(known ? 'noShiftNow' : 'waitingForData')}
        </span>
      </div>
      {shift && (
        <>
          <div className="shift-times">
            <span className="shift-window">
              {formatTime(shift.startsAt, zone)}–{formatShiftEnd(shift, zone)}
            </span>
            <ShiftProgress shift={shift} />
          </div>
          <dl className="shift-figures">
            {figures.map(({ name, value }) => (
              <div key={name}>
                <dt className="cut">{name}</dt>
                <dd>
                  <ChangedValue>{value}</ChangedValue>
                </dd>
              </div>
            ))}
            <div className="shift-difference" style={makeLengthStyle(difference)}>
              <dt className="cut">
                {shift.hasBegun && shift.difference !== null ? (
                  <WallMark look={getStateStyle(ahead < 0 ? 'suspended' : 'completed')}>
                    {t(ahead < 0 ? 'behindPlan' : ahead > 0 ? 'aheadOfPlan' : 'onPlan')}
                  </WallMark>
                ) : (
                  t('difference')
                )}
              </dt>
              <dd>
                <ChangedValue>{difference}</ChangedValue>
              </dd>
            </div>
          </dl>
        </>
      )}
    </div>
  );
}

/** Shows the time, the current shift, its remaining time, and its planned and actual quantity. */
export const currentShift = defineWidget({
  type: 'currentShift',
  version: 1,
  title: 'currentShift',
  words,
  size: { w: 6, h: 11, minW: 5, minH: 8 },
  settings: {},
  source: () => ({ path: '/mes/form/currentShift', params: {} }),
  Component: CurrentShiftContent,
});
