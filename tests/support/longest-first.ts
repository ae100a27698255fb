import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, in the order in which they start. A late start would prolong the run. */
const SLOWEST_TEST_FILES = [
  'every-endpoint',
  'simulator',
  'report-sequences',
  'recipe',
  'replay',
  'bounded-memory',
  'playback-journey',
  'home-rules',
  'import-journey',
  'main-journey',
  'kill',
  'accessible',
  'replay-command',
  'transfer-round-trip',
  'first-start',
  'host',
  'screen-journey',
  'board-designer-journey',
  'upstream',
  'badge-limits',
  'session-lock',
  'terminal',
  'card-sequences',
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
