export const PENALTY_KINDS = ['penalty', 'reward'] as const;
export type PenaltyKind = (typeof PENALTY_KINDS)[number];

/** The smallest reward. */
export const MIN_REWARD = 0.01;

/** The number of cents in a currency unit. */
const CENTS = 100;

const roundMoney = (value: number): number => Math.round(value * CENTS) / CENTS;

/** Proposes the amount of a penalty: the person's share of the lost costs, rounded to cents. */
export const proposePenaltyAmount = (ratio: number, lostCost: number): number =>
  roundMoney((lostCost * ratio) / 100);

/** The rules of a factory about penalties. */
interface PenaltyRules {
  /** The maximum percentage of a monthly wage that penalties may take. */
  penaltyCap: number;
  /** The wage that must remain after penalties; null if there is no minimum. */
  minimumWage: number | null;
}

/**
 * Returns the limit of the next reward of a month.
 * @param rewardLimit the maximum sum of the rewards of a month; null if there is no maximum
 * @param approvedAmount the sum of the rewards of the month that are already approved
 */
export const calculateRewardLimit = (rewardLimit: number | null, approvedAmount: number): number | null =>
  rewardLimit === null ? null : Math.max(0, roundMoney(rewardLimit - approvedAmount));

/**
 * Calculates how much the penalties of a month may still take from a wage.
 * @param wage the wage of the month
 * @param approvedAmount the sum of the penalties of the month that are already approved
 */
export function calculatePenaltyLimit(
  { penaltyCap, minimumWage }: PenaltyRules,
  wage: number,
  approvedAmount: number,
): number {
  const limitByShare = (wage * penaltyCap) / 100;
  const limitByMinimum = wage - (minimumWage ?? 0);
  const limit = Math.min(limitByShare, limitByMinimum) - approvedAmount;
  // The inner rounding removes binary errors before the result is rounded down to cents.
  return Math.max(0, Math.floor(Math.round(limit * CENTS * CENTS) / CENTS) / CENTS);
}
