import type { ProductionParameter } from '#shared/reporting/report-entries.ts';
import { formatNumber } from '#client/kit/words/formats.ts';

/** Formats the limits of a parameter, such as '820 – 850', '≥ 20' or '≤ 3'; empty if there are none. */
export function formatLimits({
  lowerLimit,
  upperLimit,
}: Pick<ProductionParameter, 'lowerLimit' | 'upperLimit'>): string {
  if (lowerLimit !== null && upperLimit !== null)
    return `${formatNumber(lowerLimit)} – ${formatNumber(upperLimit)}`;
  if (lowerLimit !== null) return `≥ ${formatNumber(lowerLimit)}`;
  return upperLimit === null ? '' : `≤ ${formatNumber(upperLimit)}`;
}
