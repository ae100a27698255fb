import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest; begun last, one of them would keep everything waiting. */
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

/** Begins with what takes longest, also on a machine that has never run the tests before. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
