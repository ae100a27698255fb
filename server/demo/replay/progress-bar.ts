/**
 * Shows the progress of a long job. On a terminal it overwrites one line. Otherwise it prints a new line
 * every few seconds.
 */
export interface ProgressBar {
  /** Begins a part of the job. @param total the number of items in the part */
  begin: (title: string, total: number) => void;
  /**
   * Adds items to the completed ones.
   * @param counted whether the items count for the rate; false for items of an earlier run
   */
  advance: (done: number, counted?: boolean) => void;
  /** Prints a message above the bar. A message that is empty or equals the previous one is not printed. */
  say: (line: string) => void;
  end: () => void;
}

const BAR_WIDTH_CHARACTERS = 30;
/** The minimum time between two updates of the bar on a terminal and in a log, in milliseconds. */
const CONSOLE_UPDATE_INTERVAL_MS = 100;
const LOG_UPDATE_INTERVAL_MS = 5000;

const formatDuration = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return '–';
  const whole = Math.ceil(seconds);
  if (whole < 90) return `${whole} s`;
  if (whole < 5400) return `${Math.round(whole / 60)} min`;
  return `${(whole / 3600).toFixed(1)} h`;
};

/** Creates a progress bar on a stream. It shows the count, the rate and the remaining time. */
export function createProgressBar(out: NodeJS.WriteStream): ProgressBar {
  const isTerminal = out.isTTY === true;
  let title = '';
  let total = 0;
  let done = 0;
  let counted = 0;
  let began = 0;
  let drawn = 0;
  let said = '';

  const line = (): string => {
    const seconds = (performance.now() - began) / 1000;
    const rate = seconds > 0 ? counted / seconds : 0;
    const filled = total > 0 ? Math.round((done / total) * BAR_WIDTH_CHARACTERS) : BAR_WIDTH_CHARACTERS;
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH_CHARACTERS - filled)}`;
    const share = total > 0 ? Math.floor((done / total) * 100) : 100;
    const left = done >= total ? '0 s' : formatDuration((total - done) / rate);
    return `${title.padEnd(12)} ${bar} ${String(share).padStart(3)} %  ${done}/${total}  ${rate.toFixed(rate < 10 ? 1 : 0)}/s  ${left} left`;
  };
  const draw = (force: boolean) => {
    const now = performance.now();
    if (!force && now - drawn < (isTerminal ? CONSOLE_UPDATE_INTERVAL_MS : LOG_UPDATE_INTERVAL_MS)) return;
    drawn = now;
    out.write(isTerminal ? `\r\u001b[2K${line()}` : `${line()}\n`);
  };
  return {
    begin(name, count) {
      if (title && isTerminal) out.write('\n');
      [title, total, done, counted, began, drawn, said] = [name, count, 0, 0, performance.now(), 0, ''];
      draw(true);
    },
    advance(more, isCounted = true) {
      done += more;
      if (isCounted) counted += more;
      draw(done >= total);
    },
    say(text) {
      if (text === said) return;
      said = text;
      if (text) out.write(isTerminal ? `\r\u001b[2K${text}\n` : `${text}\n`);
    },
    end() {
      if (title && isTerminal) out.write('\n');
      title = '';
    },
  };
}
