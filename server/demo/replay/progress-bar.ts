/**
 * Shows the progress of a long job. On a terminal it overwrites one line. Otherwise it prints a new line
 * every few seconds.
 */
export interface ProgressBar {
  /** Begins a part of the job. @param total the number of items in the part */
  begin: (title: string, total: number) => void;
  /**
   * Adds items to the completed ones.
   * @param isCounted whether the items count for the rate; false for items of an earlier run
   */
  advance: (itemCount: number, isCounted?: boolean) => void;
  /** Prints a message above the bar. A message that is empty or equals the previous one is not printed. */
  printMessage: (message: string) => void;
  end: () => void;
}

const BAR_WIDTH_CHARACTERS = 30;
/** The minimum time between two updates of the bar on a terminal and in a log, in milliseconds. */
const CONSOLE_UPDATE_INTERVAL_MS = 100;
const LOG_UPDATE_INTERVAL_MS = 5000;

const formatDuration = (seconds: number): string => {
  if (!Number.isFinite(seconds)) return '–';
  const wholeSeconds = Math.ceil(seconds);
  if (wholeSeconds < 90) return `${wholeSeconds} s`;
  if (wholeSeconds < 5400) return `${Math.round(wholeSeconds / 60)} min`;
  return `${(wholeSeconds / 3600).toFixed(1)} h`;
};

/** Creates a progress bar on a stream. It shows the count, the rate and the remaining time. */
export function createProgressBar(out: NodeJS.WriteStream): ProgressBar {
  const isTerminal = out.isTTY === true;
  let title = '';
  let total = 0;
  let doneCount = 0;
  let countedItemCount = 0;
  let beganAt = 0;
  let drawnAt = 0;
  let lastText = '';

  const formatLine = (): string => {
    const seconds = (performance.now() - beganAt) / 1000;
    const rate = seconds > 0 ? countedItemCount / seconds : 0;
    const filledCharacters =
      total > 0 ? Math.round((doneCount / total) * BAR_WIDTH_CHARACTERS) : BAR_WIDTH_CHARACTERS;
    const bar = `${'█'.repeat(filledCharacters)}${'░'.repeat(BAR_WIDTH_CHARACTERS - filledCharacters)}`;
    const percent = total > 0 ? Math.floor((doneCount / total) * 100) : 100;
    const timeLeft = doneCount >= total ? '0 s' : formatDuration((total - doneCount) / rate);
    return `${title.padEnd(12)} ${bar} ${String(percent).padStart(3)} %  ${doneCount}/${total}  ${rate.toFixed(rate < 10 ? 1 : 0)}/s  ${timeLeft} left`;
  };
  const drawBar = (force: boolean) => {
    const now = performance.now();
    if (!force && now - drawnAt < (isTerminal ? CONSOLE_UPDATE_INTERVAL_MS : LOG_UPDATE_INTERVAL_MS)) return;
    drawnAt = now;
    out.write(isTerminal ? `\r\u001b[2K${formatLine()}` : `${formatLine()}\n`);
  };
  return {
    begin(name, count) {
      if (title && isTerminal) out.write('\n');
      [title, total, doneCount, countedItemCount, beganAt, drawnAt, lastText] = [
        name,
        count,
        0,
        0,
        performance.now(),
        0,
        '',
      ];
      drawBar(true);
    },
    advance(itemCount, isCounted = true) {
      doneCount += itemCount;
      if (isCounted) countedItemCount += itemCount;
      drawBar(doneCount >= total);
    },
    printMessage(text) {
      if (text === lastText) return;
      lastText = text;
      if (text) out.write(isTerminal ? `\r\u001b[2K${text}\n` : `${text}\n`);
    },
    end() {
      if (title && isTerminal) out.write('\n');
      title = '';
    },
  };
}
