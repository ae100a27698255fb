import { wallClock } from '#shared/rules/wall-clock.ts';

/** Builds the file name of a workbook: its title and the factory's current date. */
export const fileNameOf = (title: string, zone: string, now = new Date()): string =>
  `${title.replace(/[\\/:*?"<>|]/g, ' ')} ${wallClock(now, zone).slice(0, 10)}.xlsx`;
