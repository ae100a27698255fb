import type { WorkCount } from '#shared/answers/work-counts.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import type { HomeLayout } from './home-preset.ts';

/** Makes a row of count tiles of equal width. Every employee may see counts, so no home page is empty. */
export const makeCountRow = (counts: readonly WorkCount[]): HomeLayout[number] => ({
  h: 3,
  tiles: counts.map((workCount) => ({
    type: 'workCount',
    w: 24 / counts.length,
    settings: { counted: workCount },
    permission: PRODUCTION_PERMISSION,
  })),
});
