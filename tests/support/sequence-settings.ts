import { expectItemsChecked } from './expect-items-checked.ts';

/** Whether the tests of random sequences run many long sequences, which takes hours. */
export const isLong = process.env.MES_TEST_LONG === 'on';

/**
 * The seed of the random sequences. A failure prints the seed and the shortest sequence that fails; MES_TEST_SEED
 * repeats the sequences of a seed.
 */
export const sequenceSeed = Number(process.env.MES_TEST_SEED ?? Date.now() % 2 ** 31);

/**
 * Returns how many sequences a test runs. MES_TEST_SEQUENCES sets the number, so that several runs with different seeds
 * add up to a large one.
 */
export const chooseSequenceCount = (usualCount: number, longCount: number): number =>
  Number(process.env.MES_TEST_SEQUENCES ?? (isLong ? longCount : usualCount));

/** Prints how many sequences have passed, and their seed. Fails if there were none. */
export const expectSequencesChecked = (name: string, database: { kind: string }, count: number): void =>
  expectItemsChecked(`${name} on ${database.kind}, seed ${sequenceSeed}`, count);
