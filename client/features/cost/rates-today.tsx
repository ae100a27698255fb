import { validOn } from '#shared/rules/valid-on.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { dayIn, formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useZone } from '#client/kit/words/use-zone.ts';

interface Rate {
  validFrom: string;
  deviceHourRate: number | null;
  manHourRate: number | null;
}

const RATES = ['deviceHourRate', 'manHourRate'] as const;

/** Shows the rates of a cost type that are valid today. */
export function RatesToday({ row }: { row: AnyRow }) {
  const t = useT();
  const zone = useZone();
  const today = validOn(row['rates'] as Rate[], dayIn(zone));
  const namesWithRate = RATES.filter((name) => today && today[name] !== null);
  if (!today || namesWithRate.length === 0) return <span className="nothing">—</span>;
  return <>{namesWithRate.map((name) => `${t(name)} ${formatNumber(today[name]!)}`).join(' · ')}</>;
}
