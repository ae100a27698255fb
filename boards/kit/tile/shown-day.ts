import { addDays } from '#shared/rules/days.ts';
import { useToday } from '#client/kit/live/use-server-clock.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTileParams, type TileParams } from './tile-params.ts';

/** Whether a source shows a day of the past, so that its tile is not about today. */
export const hasShownDay = ({ shownDay, daysAgo }: TileParams): boolean =>
  shownDay !== undefined || Number(daysAgo ?? 0) > 0;

/** Returns the past day that the tile shows; null if the tile is about today. */
export function useShownDay(): string | null {
  const { shownDay, daysAgo } = useTileParams();
  const today = useToday();
  const day = shownDay ?? addDays(today, -Number(daysAgo ?? 0));
  return day === today ? null : day;
}

/** Returns the name of a period of a chart; empty for a past day, which the head of the tile names. */
export function usePeriodText(period: 'today' | 'currentShift' | 'lastSevenDays'): string {
  const t = useT();
  const isPastDay = useShownDay() !== null;
  if (!isPastDay) return t(period);
  if (period === 'currentShift') return t('lastShiftOfDay');
  return period === 'today' ? '' : t('lastSevenDays');
}
