import type { ProgressBar } from '#server/demo/replay/progress-bar.ts';

/** Creates a progress bar without output. @param onAdvance receives the title, and how much is done since the bar began */
export function createSilentProgressBar(
  onAdvance: (title: string, done: number) => void = () => undefined,
): ProgressBar {
  let title = '';
  let done = 0;
  return {
    begin: (name) => ([title, done] = [name, 0]),
    advance: (more) => onAdvance(title, (done += more)),
    say: () => undefined,
    end: () => undefined,
  };
}
