// Runs in a copy of the project in which the README's recipe for an entity was followed twice; see recipe.test.ts.
import { expect, test } from 'vitest';
import type { EntityName } from '#shared/entities/index.ts';
import { entityPages, findEntityPage } from '#client/app/routes/entity-pages.ts';
import { buildMenu, listMenuItems } from '#client/app/shell/menu.ts';

test.each([
  ['tool', '/system/basic/tool', ['SYSTEM_BASIC', 'SYSTEM_BASIC_TOOL']],
  ['fixture', '/fixture', ['FIXTURE']],
])('%s has its list, its edit page and its menu entry at %s', (name, path, permissions) => {
  const page = findEntityPage(name as EntityName);
  expect(page && entityPages.includes(page)).toBe(true);
  expect(page!.listPath).toBe(path);
  expect(page!.editPath(null)).toBe(`${path}/edit/new`);
  const listMenuPaths = (permissionCodes: string[]) =>
    listMenuItems(buildMenu({ permissions: permissionCodes }, [])).map((item) => item.path);
  expect(listMenuPaths(permissions)).toContain(path);
  expect(listMenuPaths([])).not.toContain(path);
});
