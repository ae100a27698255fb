import { findRowValidOn } from '#shared/rules/valid-on.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { toLocalDay, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

interface Rate {
  validFrom: string;
  deviceHourRate: number | null;
  manHourRate: number | null;
}

const RATE_NAMES = ['deviceHourRate', 'manHourRate'] as const;

/** Shows the rates of a cost type that are valid today. */
export function RatesToday({ row }: { row: AnyRow }) {
  const t = useT();
  const zone = useTimeZone();
  const currentRate = findRowValidOn(row['rates'] as Rate[], toLocalDay(zone));
  const namesWithRate = RATE_NAMES.filter((name) => currentRate && currentRate[name] !== null);
  if (!currentRate || namesWithRate.length === 0) return <span className="nothing">—</span>;
  return <>{namesWithRate.map((name) => `${t(name)} ${formatNumber(currentRate[name]!)}`).join(' · ')}</>;
}
