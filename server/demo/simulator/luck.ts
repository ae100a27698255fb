/** Chance that can be repeated: the same seed gives the same days. */
export interface Luck {
  /** Whether something happens that happens so often, 0 to 1. */
  chance: (often: number) => boolean;
  /** A number in a range, every one as likely. */
  between: (from: number, to: number) => number;
  /** One of a list; the list must not be empty. */
  one: <T>(list: readonly T[]) => T;
}

/** Makes a source of chance (mulberry32). */
export function makeLuck(seed: number): Luck {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    chance: (often) => next() < often,
    between: (from, to) => from + next() * (to - from),
    one: (list) => list[Math.floor(next() * list.length)]!,
  };
}

/**
 * What kind of day a group has: 0.6 is a good one, 1.8 a bad one. On bad days work takes longer, more goes wrong,
 * and more help is called.
 */
export function moodOf(group: string, day: string): number {
  let seed = 7;
  for (const letter of group + day) seed = Math.imul(seed ^ letter.codePointAt(0)!, 0x01000193);
  const luck = makeLuck(seed);
  return luck.chance(0.2) ? luck.between(1.4, 1.8) : luck.between(0.6, 1.2);
}
