import type { Statistic } from '#shared/spc/control-chart.ts';
import { formatNumber } from '#client/kit/words/formats.ts';

/** Formats a value of a statistic: a share in percent, other values with at most four decimals. */
export const formatStatistic = (statistic: Statistic, value: number): string =>
  statistic === 'badShare' ? `${formatNumber(value * 100, 2)} %` : formatNumber(value);
