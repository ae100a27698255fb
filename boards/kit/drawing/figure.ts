import { formatNumber } from '#client/kit/words/formats.ts';
import type { Lang } from '#shared/kernel/lang.ts';

/** What stands where a value is not known. */
export const UNKNOWN = '—';
/** More digits after the point than this cannot be read from afar. */
const DECIMALS = 2;

/** A figure on a wall. */
export const figure = (value: number | null, lang: Lang): string =>
  value === null ? UNKNOWN : formatNumber(value, DECIMALS, lang).replace('-', '−');

/** A figure with its sign, as a difference is read: '+12', '−3', '0'. */
export const signedFigure = (value: number | null, lang: Lang): string =>
  value !== null && value > 0 ? `+${figure(value, lang)}` : figure(value, lang);
