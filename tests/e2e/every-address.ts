import { entityPages } from '#client/app/routes/entity-pages.ts';
import { buildMenu, listMenuItems } from '#client/app/shell/menu.ts';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import { ENTITY_VERBS } from '#shared/kernel/entity.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import { makeSampleAddress, SPECIFIED_SETTINGS_PATHS } from '#tests/support/specified-settings.ts';

/** Pages that the navigation does not list. */
const UNLISTED_PATHS = ['/center'];
/** Pages outside the shell (the frame with the menu). They have their own tests. */
const PATHS_OUTSIDE_SHELL: ReadonlySet<string> = new Set(['/terminal', '/largeScreenReportForm']);

/**
 * Lists addresses inside the shell: the pages of the navigation, the settings pages of the specification, the forms for
 * new rows of the entities, and UNLISTED_PATHS.
 * @param extraAddresses further addresses for the list
 */
export const listShellAddresses = (extraAddresses: readonly string[]): string[] => [
  ...new Set([
    ...listMenuItems(buildMenu({ permissions: GRANTABLE_PERMISSION_CODES }, reportDescriptors))
      .map((item) => item.path)
      .filter((path) => !PATHS_OUTSIDE_SHELL.has(path)),
    ...SPECIFIED_SETTINGS_PATHS.map(({ path }) => makeSampleAddress(path)),
    ...entityPages
      .filter(({ entity }) => (entity.verbs ?? ENTITY_VERBS).includes('save'))
      .map((page) => page.editPath(null)),
    ...UNLISTED_PATHS,
    ...extraAddresses,
  ]),
];
