import { formatNumber } from '#client/kit/words/formats.ts';
import type { Translate } from '#client/kit/words/t.ts';

/** Describes the pieces of a report, such as '12', or '11 good + 1 scrap' if not all are good. */
export function describePieces(t: Translate, good: number, scrap: number, rework: number): string {
  if (scrap === 0 && rework === 0) return formatNumber(good);
  return (
    [
      ['goodPieces', good],
      ['scrapPieces', scrap],
      ['reworkPieces', rework],
    ] as const
  )
    .filter(([, pieces]) => pieces > 0)
    .map(([term, pieces]) => t(term, { quantity: formatNumber(pieces) }))
    .join(' + ');
}
