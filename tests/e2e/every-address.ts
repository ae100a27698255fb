import { entityPages } from '#client/app/routes/entity-pages.ts';
import { buildMenu } from '#client/app/shell/menu.ts';
import { GRANTABLE_CODES } from '#server/reports/permission-codes.ts';
import { VERBS } from '#shared/kernel/entity.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import { addressOf, SPECIFIED_SETTINGS } from '#tests/support/specified-settings.ts';

/** Pages that nothing leads to but a link, and those with a screen of their own, which are looked at by themselves. */
const LINKED = ['/center'];
const BY_THEMSELVES: ReadonlySet<string> = new Set(['/terminal', '/largeScreenReportForm']);

/** Every address inside the shell: what the navigation names, what the specification names, and a new row of every entity. */
export const everyAddress = (more: readonly string[]): string[] => [
  ...new Set([
    ...buildMenu({ permissions: GRANTABLE_CODES }, reportDescriptors)
      .flatMap((group) => group.items.map((item) => item.path))
      .filter((path) => !BY_THEMSELVES.has(path)),
    ...SPECIFIED_SETTINGS.map(({ path }) => addressOf(path)),
    ...entityPages
      .filter(({ entity }) => (entity.verbs ?? VERBS).includes('save'))
      .map((page) => page.editPath(null)),
    ...LINKED,
    ...more,
  ]),
];
