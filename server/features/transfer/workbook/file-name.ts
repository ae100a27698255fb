import { wallClock } from '#shared/rules/wall-clock.ts';

/** What a workbook is called: what it is, and the day of the factory. */
export const fileNameOf = (title: string, zone: string, now = new Date()): string =>
  `${title.replace(/[\\/:*?"<>|]/g, ' ')} ${wallClock(now, zone).slice(0, 10)}.xlsx`;
