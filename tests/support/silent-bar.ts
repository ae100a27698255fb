import type { ProgressBar } from '#server/demo/replay/progress-bar.ts';

/** Creates a silent progress bar. @param onAdvance receives the title and the progress so far */
export function createSilentProgressBar(
  onAdvance: (title: string, doneCount: number) => void = () => undefined,
): ProgressBar {
  let title = '';
  let doneCount = 0;
  return {
    begin: (name) => ([title, doneCount] = [name, 0]),
    advance: (addedCount) => onAdvance(title, (doneCount += addedCount)),
    printMessage: () => undefined,
    end: () => undefined,
  };
}
