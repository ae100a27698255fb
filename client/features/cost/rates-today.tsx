import { findRowValidOn } from '#shared/rules/valid-on.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { toLocalDay, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { getServerTime } from '#client/kit/live/live.ts';

type RateName = 'deviceHourRate' | 'manHourRate' | 'hourRate';
type Rate = { validFrom: string } & Partial<Record<RateName, number | null>>;

/** Shows the rates of a cost type or a wage grade that are valid today. */
export function RatesToday({ row, names }: { row: AnyRow; names: readonly RateName[] }) {
  const t = useT();
  const zone = useTimeZone();
  const currentRate = findRowValidOn(row['rates'] as Rate[], toLocalDay(zone, getServerTime()));
  const namesWithRate = names.filter((name) => typeof currentRate?.[name] === 'number');
  if (!currentRate || namesWithRate.length === 0) return <span className="nothing">—</span>;
  return <>{namesWithRate.map((name) => `${t(name)} ${formatNumber(currentRate[name]!)}`).join(' · ')}</>;
}
