import { useMemo } from 'react';
import { GROUP_SCOPE_FIELDS } from '#shared/boards/group-scope.ts';
import { choice } from '#shared/kernel/fields.ts';
import type { RecordValues } from '#shared/kernel/fields.ts';
import type { ReportRow } from '#shared/kernel/report.ts';
import { useServerTimeInSeconds } from '#client/kit/live/use-server-clock.ts';
import { formatTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { buildGroupScopeParams } from '../../group-scope-params.ts';
import { buildShownDayParams } from '../../shown-day-params.ts';
import { useShownDay } from '../../tile/shown-day.ts';
import type { BoardVariableValues, WidgetSource } from '../../widget.ts';
import { readHourOutput, sumHours, trimIdleHours, type HourOutput } from './hour-output.ts';

const MINUTE_SECONDS = 60;

/** The settings of a widget that shows the output of each hour. */
export const HOUR_OUTPUT_SETTINGS = {
  period: choice(['today', 'currentShift'], { initial: 'today' }),
  ...GROUP_SCOPE_FIELDS,
} as const;
export type HourOutputSettings = RecordValues<typeof HOUR_OUTPUT_SETTINGS>;

/** Returns the source of a widget that has the settings `HOUR_OUTPUT_SETTINGS`. */
export const getHourOutputSource = (
  { period, ...settings }: HourOutputSettings,
  variables: BoardVariableValues,
): WidgetSource => ({
  path: '/mes/form/outputByHour',
  params: { period, ...buildGroupScopeParams(settings, variables), ...buildShownDayParams(variables) },
});

/** Formats the time from one instant to another, in epoch milliseconds: '08:00–24:00'. */
export function useTimeSpanFormat(): (from: number, until: number) => string {
  const zone = useTimeZone();
  const formatHour = (at: number) => formatTime(new Date(at).toISOString(), zone);
  return (from, until) => `${formatHour(from)}–${formatHour(until).replace('00:00', '24:00')}`;
}

interface HourOutputState {
  /** The hours of the shift, or of the day without the idle hours at its ends, in time order. */
  readonly hours: readonly HourOutput[];
  /** Whether nothing is planned and nothing was made. */
  readonly isEmpty: boolean;
  /** The current time in epoch milliseconds. It changes every minute. */
  readonly now: number;
  /** The name of the day, or the time of the shift. */
  readonly spanText: string;
}

/** Reads the rows of `outputByHour` for a chart. */
export function useHourOutput(
  rows: readonly ReportRow[],
  period: HourOutputSettings['period'],
): HourOutputState {
  const t = useT();
  const formatSpan = useTimeSpanFormat();
  // Empty for a past day, because the head of the tile already names that day.
  const dayText = useShownDay() === null ? t('today') : '';
  const now = Math.floor(useServerTimeInSeconds() / MINUTE_SECONDS) * MINUTE_SECONDS * 1000;
  const hours = useMemo(() => {
    const allHours = readHourOutput(rows);
    return period === 'today' ? trimIdleHours(allHours) : allHours;
  }, [rows, period]);
  const [first, last] = [hours[0], hours.at(-1)];
  const spanText = period === 'today' || !first || !last ? dayText : formatSpan(first.startsAt, last.endsAt);
  const isEmpty = (['planned', 'good', 'scrap'] as const).every((name) => sumHours(hours, name) === 0);
  return { hours, isEmpty, now, spanText };
}
