import { formatLocalTime } from '#shared/rules/wall-clock.ts';

/** Builds the file name of a workbook from its title and the current date in the factory. */
export const buildWorkbookFileName = (title: string, zone: string, now = new Date()): string =>
  `${title.replace(/[\\/:*?"<>|]/g, ' ')} ${formatLocalTime(now, zone).slice(0, 10)}.xlsx`;
