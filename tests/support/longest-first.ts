import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, in the order in which they start. A late start would prolong the run. */
const SLOWEST_TEST_FILES = [
  'simulator',
  'every-endpoint',
  'replay',
  'recipe',
  'playback-journey',
  'kill',
  'main-journey',
  'replay-command',
  'home-rules',
  'accessible',
  'guard',
  'screen-journey',
  'keyboard-journey',
  'stranger-journey',
  'terminal-journey',
  'bounded-memory',
  'terminal-help-journey',
  'upstream',
  'import-journey',
  'board-designer-journey',
  'session-lock',
  'host',
  'recording',
  'upstream-journey',
  'two-nodes',
  'wall-rules',
  'home-journey',
  'badge-limits',
  'terminal',
  'sturdy-board',
  'lost-connections',
  'board-catch-up',
  'access-journey',
  'restored-dump',
  'upstream-poll',
  'transfer-round-trip',
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
