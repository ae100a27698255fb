import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files. If one of them started last, the whole run would wait for it. */
const LONGEST = [
  'simulator',
  'every-endpoint',
  'replay',
  'recipe',
  'kill',
  'replay-command',
  'upstream',
  'session-first-start',
  'session-lock',
  'transfer-round-trip',
  'transfer',
  'recovery',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? LONGEST.length : place;
};

/** Starts the slowest files first, even on a machine that has no recorded durations yet. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
