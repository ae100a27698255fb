import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { FORBIDDEN_PATH, LOGIN_PATH } from '#client/kit/pages/addresses.ts';
import { findGuardRedirect } from '#client/app/routes/guard.ts';
import type { PageHandle } from '#client/kit/pages/page-handle.ts';
import { signedInRoutes } from '#client/app/routes/inner-routes.tsx';
import { buildRouteTree } from '#client/app/routes/public-routes.tsx';
import { PERMISSION_CODES } from '#shared/entities/permission-codes.ts';
import { hasPermission, type Permission } from '#shared/kernel/permissions.ts';
import { projectFolder } from '#server/root.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';
import { makeSampleAddress, SPECIFIED_SETTINGS_PATHS } from '#tests/support/specified-settings.ts';

/** The path of the specification, which exists only on development machines. */
const SPECIFICATION_PATH = join(projectFolder, '../shared/spec/specification.md');

/** Returns the permissions that a page and its parent pages require; null if no page has the address. */
function findRequiredPermissions(path: string): (Permission | readonly Permission[])[] | null {
  const matches = matchRoutes(buildRouteTree(signedInRoutes), path) ?? [];
  if (matches.at(-1)?.route.path === '*') return null;
  return matches
    .map(({ route }) => (route.handle as PageHandle | undefined)?.permission)
    .filter((permission) => permission !== undefined);
}

/**
 * Returns the address to which the guard redirects a user with these permissions; null if the page may be opened.
 * @param permissions null for a visitor who is not signed in
 */
const findRedirect = (path: string, permissions: readonly string[] | null) =>
  findGuardRedirect(
    { path, isPublic: false, requiredPermissions: findRequiredPermissions(path)! },
    {
      user: permissions && { kind: 'employee', permissions },
      mustChangePassword: false,
    },
  );

describe('the settings of the specification', () => {
  it('all have a page', () => {
    const missingPaths = SPECIFIED_SETTINGS_PATHS.filter(
      ({ path }) => findRequiredPermissions(makeSampleAddress(path)) === null,
    );
    expect(missingPaths.map(({ path }) => path)).toEqual([]);
    expectItemsChecked('addresses of the specification', SPECIFIED_SETTINGS_PATHS.length);
  });

  it.each(SPECIFIED_SETTINGS_PATHS.map(({ path, codes }) => [path, codes] as const))(
    '%s opens with its permission and not without',
    (path, codes) => {
      const address = makeSampleAddress(path);
      const areaPermissions = path.startsWith('/system/basic/') ? ['SYSTEM_BASIC'] : [];
      const otherCodes = PERMISSION_CODES.filter(
        (code) => !codes.includes(code) && !areaPermissions.includes(code),
      );
      for (const code of codes) {
        // Each code must be sufficient without the other codes of the path, for example each of the two codes of an
        // edit page.
        expect([code, findRedirect(address, [...areaPermissions, code])]).toEqual([code, null]);
      }
      expect(findRedirect(address, [...areaPermissions, ...otherCodes])).toBe(FORBIDDEN_PATH);
      if (areaPermissions.length > 0) expect(findRedirect(address, codes)).toBe(FORBIDDEN_PATH);
      expect(findRedirect(address, null)).toBe(LOGIN_PATH);
    },
  );

  it.skipIf(!existsSync(SPECIFICATION_PATH))('are those that the specification lists', () => {
    const text = readFileSync(SPECIFICATION_PATH, 'utf8');
    const extractSection = (from: string, to: string) => text.split(`### ${from}`)[1]!.split(`### ${to}`)[0]!;
    const listedPaths = [
      ...extractSection('System basic settings', 'Other settings')
        .split('\n')
        .filter((line) => line.startsWith('- '))
        .flatMap((line) =>
          line
            .slice(2)
            .replace(/ \(.*\)/, '')
            .split(', '),
        )
        .map((path) => `/system/basic/${path}`),
      ...[...extractSection('Other settings', 'Reports under').matchAll(/^- (\/[\w/{}]+)/gm)].map(
        ([, path]) => path!,
      ),
    ];
    expect(listedPaths.length).toBeGreaterThan(30);
    const knownPaths = SPECIFIED_SETTINGS_PATHS.map(({ path }) => path);
    // An address counts as known if a page below it is known.
    const missingPaths = listedPaths.filter(
      (path) => !knownPaths.some((knownPath) => knownPath === path || knownPath.startsWith(`${path}/`)),
    );
    expect(missingPaths).toEqual([]);
    expectItemsChecked('addresses in the specification itself', listedPaths.length);
  });

  it('require codes that a role can hold', () => {
    const codes = new Set(SPECIFIED_SETTINGS_PATHS.flatMap((setting) => setting.codes));
    expect([...codes].filter((code) => !PERMISSION_CODES.includes(code))).toEqual([]);
    expect(hasPermission({ permissions: [] }, [...codes])).toBe(false);
  });
});
