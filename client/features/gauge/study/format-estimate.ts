import { formatNumber } from '#client/kit/words/formats.ts';

const SIGNIFICANT_DIGITS = 4;
/** Probabilities below this limit are written as “< 0.001”. */
const LEAST_PROBABILITY = 0.001;
const PROBABILITY_DECIMALS = 3;

/** Formats an estimate with four significant digits. A small estimate is therefore not written as 0. */
export function formatEstimate(value: number | null): string {
  if (value === null) return '—';
  if (value === 0) return formatNumber(0);
  const wholeDigits = Math.floor(Math.log10(Math.abs(value))) + 1;
  return formatNumber(value, Math.min(20, Math.max(0, SIGNIFICANT_DIGITS - wholeDigits)));
}

/**
 * Formats a probability. A very small probability is written as “< 0.001”, because 0 would mean that the
 * event is impossible.
 */
export function formatProbability(probability: number | null): string {
  if (probability === null) return '—';
  return probability < LEAST_PROBABILITY
    ? `< ${formatNumber(LEAST_PROBABILITY)}`
    : formatNumber(probability, PROBABILITY_DECIMALS);
}
