import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PAGE_ACTIONS, OUTSIDE_USER_PERMISSION_CODES } from '#shared/kernel/permissions.ts';
import { ALL_PAGE_CODES, UNUSED_PERMISSION_CODES } from '#shared/entities/permission-codes.ts';
import { rawRoutes, formCallRoutes } from '#server/mes/routes.ts';
import { GRANTABLE_PERMISSION_CODES, reportPermissions } from '#server/reports/permission-codes.ts';
import { terms } from '#shared/terms/index.ts';
import { groupPermissionsByArea } from '#client/kit/permissions/permission-areas.ts';
import { projectFolder } from '#server/root.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

/** The permission codes in §6 of the specification. A star matches any suffix. */
const SPECIFIED_CODES = [
  'WORK_ORDER',
  'PROJECT_MANAGE',
  'SYSTEM_BASIC_*',
  'SYSTEM_PARAM_SETTING_*',
  'SYSTEM_CUSTOM_COLUMN_*',
  'SYSTEM_APPROVAL_PROCESS_*',
  'SYSTEM_LOG',
  'SYSTEM_JOB',
  'SYSTEM_CLASSIFY',
  'SYSTEM_HOLIDAY_SETTING',
  'SYSTEM_CLASS_TABLE_SETTING',
  'SYSTEM_OFFLINE_FILE',
  'SYSTEM_STANDARD_LIB',
  'ORDER_MASTER_PLAN_NODE_SETTING',
  'ORDER_PLAN_TEMPLATE_SETTING',
  'WORK_PLAN_CYCLE_SCHEDULE',
  'MAT_COLUMN_MAPPING',
  'WORKSHOP_PROCESS_TRANSFER',
  'REPORT_FORM_ST_ANALYSIS_COMPARE',
];
/** The path of the specification, which exists only on development machines. */
const SPECIFICATION_PATH = join(projectFolder, '../shared/spec/specification.md');
const grantableCodes: readonly string[] = GRANTABLE_PERMISSION_CODES;
const allPermissionCodes: readonly string[] = [...grantableCodes, ...UNUSED_PERMISSION_CODES];

/** Matches the files that only list, name or grant permission codes. */
const LISTING_FILE_PATTERN =
  /^shared\/(kernel\/permissions|entities\/permission-codes)\.ts$|^shared\/terms\/|^server\/demo\//;

/**
 * Finds the codes that endpoints require, and the codes that sources contain in quotes. Files that match
 * LISTING_FILE_PATTERN are left out.
 */
function findRequiredCodes(): Set<string> {
  const requiredCodes = new Set<string>(
    [...formCallRoutes, ...rawRoutes].flatMap(({ permission }) => [permission].flat()),
  );
  for (const folder of ['shared', 'server', 'client', 'boards'])
    for (const name of readdirSync(join(projectFolder, folder), { recursive: true, encoding: 'utf8' })) {
      const file = `${folder}/${name}`;
      if (!/\.tsx?$/.test(file) || LISTING_FILE_PATTERN.test(file)) continue;
      const text = readFileSync(join(projectFolder, file), 'utf8');
      for (const [, code] of text.matchAll(/'([A-Z]+(?:_[A-Z]+)+)'/g)) requiredCodes.add(code!);
    }
  return requiredCodes;
}

describe('the permissions', () => {
  test('include every code of the specification, in the same spelling', () => {
    const missingCodes = SPECIFIED_CODES.filter((code) =>
      code.endsWith('*')
        ? !allPermissionCodes.some((knownCode) => knownCode.startsWith(code.slice(0, -1)))
        : !allPermissionCodes.includes(code),
    );
    expect(missingCodes).toEqual([]);
    expectItemsChecked('codes of the specification', SPECIFIED_CODES.length);
  });

  test.skipIf(!existsSync(SPECIFICATION_PATH))('are those that the specification names', () => {
    const line = readFileSync(SPECIFICATION_PATH, 'utf8')
      .split('\n')
      .find((candidate) => candidate.startsWith('- Permissions are codes'))!;
    expect(line.match(/[A-Z]+(?:_[A-Z]+)*(?:_\*)?/g)!.filter((code) => code.includes('_'))).toEqual(
      SPECIFIED_CODES,
    );
  });

  test('are unique, and every action belongs to a page', () => {
    expect(allPermissionCodes.filter((code, index) => allPermissionCodes.indexOf(code) !== index)).toEqual(
      [],
    );
    const actionCodes = allPermissionCodes.filter((code) =>
      PAGE_ACTIONS.some((action) => code.endsWith(`_${action}`)),
    );
    const strayCodes = actionCodes.filter(
      (code) =>
        !ALL_PAGE_CODES.some((pageCode) => PAGE_ACTIONS.some((action) => code === `${pageCode}_${action}`)),
    );
    // These codes are for actions on processes and plans, whose pages have no permission code.
    expect(strayCodes).toEqual(['PROCESS_MODIFY', 'WORK_PLAN_MODIFY']);
  });

  test('appear once in the tree of a role, with a term', () => {
    const titleKeys = new Set<string>(reportPermissions.map(({ code }) => `permission.${code}`));
    const items = groupPermissionsByArea(reportPermissions.map(({ code }) => code)).flatMap(
      (area) => area.items,
    );
    const codes = items.flatMap(({ code, actions }) => [
      code,
      ...actions.map((action) => `${code}_${action}`),
    ]);
    expect([...codes].sort()).toEqual([...grantableCodes].sort());
    expect(
      items
        .filter(({ titles }) => titles.some((title) => !(title in terms) && !titleKeys.has(title)))
        .map(({ code }) => code),
    ).toEqual([]);
    expectItemsChecked('permissions in the tree of a role', items.length);
  });

  test('that nothing requires cannot be granted', () => {
    const requiredCodes = findRequiredCodes();
    expect(requiredCodes.size).toBeGreaterThan(100);
    expect(grantableCodes.filter((code) => !requiredCodes.has(code))).toEqual([]);
    expect(
      UNUSED_PERMISSION_CODES.filter((code) => requiredCodes.has(code) || grantableCodes.includes(code)),
    ).toEqual([]);
  });

  test('of external users exist', () => {
    expect(OUTSIDE_USER_PERMISSION_CODES.filter((code) => !allPermissionCodes.includes(code))).toEqual([]);
  });
});
