import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, in the order in which they start. A late start would prolong the run. */
const SLOWEST_TEST_FILES = [
  'every-endpoint',
  'simulator',
  'report-sequences',
  'state-events',
  'kill',
  'recording-failures',
  'recipe',
  'large-plan',
  'transfer-round-trip',
  'replay',
  'recording',
  'replay-command',
  'bounded-memory',
  'playback-journey',
  'home-rules',
  'main-journey',
  'session-lock',
  'badge-limits',
  'terminal',
  'upstream',
  'host',
  'accessible',
  'screen-journey',
  'stranger-journey',
  'import-journey',
  'keyboard-journey',
  'guard',
  'terminal-help-journey',
  'terminal-journey',
  'wall-rules',
  'outsourcing-at-once',
  'recorded-sources',
  'board-designer-journey',
  'outsourcing-journey',
  'offline-journey',
  'upstream-poll',
  'board-catch-up',
  'recorder-nodes',
  'upstream-journey',
  'process-events',
  'home-journey',
  'recording-clock',
  'live-boards',
  'quality-journey',
  'undo-plan',
  'live-limits',
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
