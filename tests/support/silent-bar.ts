import type { ProgressBar } from '#server/demo/replay/progress-bar.ts';

/** A progress bar that nobody sees. @param heard is told the title and how much of it is done */
export function silentBar(heard: (title: string, done: number) => void = () => undefined): ProgressBar {
  let title = '';
  let done = 0;
  return {
    begin: (name) => ([title, done] = [name, 0]),
    advance: (more) => heard(title, (done += more)),
    say: () => undefined,
    end: () => undefined,
  };
}
