import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, in the order in which they start. A late start would prolong the run. */
const SLOWEST_TEST_FILES = [
  'every-endpoint',
  'simulator',
  'replay',
  'bounded-memory',
  'recipe',
  'playback-journey',
  'home-rules',
  'import-journey',
  'main-journey',
  'kill',
  'accessible',
  'replay-command',
  'host',
  'screen-journey',
  'session-lock',
  'transfer-round-trip',
  'board-designer-journey',
  'upstream',
  'wall-rules',
  'guard',
  'keyboard-journey',
  'stranger-journey',
  'terminal-journey',
  'terminal-help-journey',
  'recording',
  'upstream-journey',
  'two-nodes',
  'home-journey',
  'badge-limits',
  'terminal',
  'sturdy-board',
  'lost-connections',
  'board-catch-up',
  'access-journey',
  'restored-dump',
  'upstream-poll',
  'verification-picture',
];

const rankTestFile = ({ moduleId }: TestSpecification): number => {
  const rank = SLOWEST_TEST_FILES.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return rank === -1 ? SLOWEST_TEST_FILES.length : rank;
};

/** Starts the slowest files first, even on a machine that has no recorded durations yet. */
export class SlowestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rankTestFile(a) - rankTestFile(b));
  }
}
