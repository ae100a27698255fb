import { wallClock } from '#shared/rules/wall-clock.ts';

/** Builds the file name of a workbook from its title and the current date in the factory. */
export const fileNameOf = (title: string, zone: string, now = new Date()): string =>
  `${title.replace(/[\\/:*?"<>|]/g, ' ')} ${wallClock(now, zone).slice(0, 10)}.xlsx`;
