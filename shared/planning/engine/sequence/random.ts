/** Returns uniformly distributed numbers from 0 up to, but not including, 1. */
export type RandomNumbers = () => number;

/** Draws an integer from 0 up to, but not including, a count. */
export const pickIntegerBelow = (random: RandomNumbers, count: number): number =>
  Math.floor(random() * count);
