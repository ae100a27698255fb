import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACTS, OUTSIDE_CODES, PRODUCTION_CODES } from '#shared/kernel/permissions.ts';
import { ALL_PAGE_CODES } from '#shared/entities/permission-codes.ts';
import { GRANTABLE_CODES, reportPermissions } from '#server/reports/permission-codes.ts';
import { terms } from '#shared/terms/index.ts';
import { permissionAreas } from '#client/kit/permissions/permission-areas.ts';
import { root } from '#server/root.ts';
import { checked } from '#tests/support/checked.ts';

/** The permission codes in §6 of the specification. A star matches any suffix. */
const SPECIFIED = [
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
const SPECIFICATION = join(root, '../shared/spec/specification.md');
const known: readonly string[] = GRANTABLE_CODES;

describe('the permissions', () => {
  test('hold every code of the specification, exactly as it is spelled', () => {
    const missing = SPECIFIED.filter((code) =>
      code.endsWith('*') ? !known.some((one) => one.startsWith(code.slice(0, -1))) : !known.includes(code),
    );
    expect(missing).toEqual([]);
    checked('codes of the specification', SPECIFIED.length);
  });

  test.skipIf(!existsSync(SPECIFICATION))('are those that the specification names', () => {
    const line = readFileSync(SPECIFICATION, 'utf8')
      .split('\n')
      .find((one) => one.startsWith('- Permissions are codes'))!;
    expect(line.match(/[A-Z]+(?:_[A-Z]+)*(?:_\*)?/g)!.filter((one) => one.includes('_'))).toEqual(SPECIFIED);
  });

  test('are unique, and every act belongs to a page', () => {
    expect(known.filter((code, index) => known.indexOf(code) !== index)).toEqual([]);
    const acts = known.filter((code) => ACTS.some((act) => code.endsWith(`_${act}`)));
    const alone = acts.filter(
      (code) => !ALL_PAGE_CODES.some((page) => ACTS.some((act) => code === `${page}_${act}`)),
    );
    // The actions on the processes of an order have no page of their own.
    expect(alone.filter((code) => code !== 'PROCESS_MODIFY')).toEqual([]);
  });

  test('appear once in the tree of a role, with a term', () => {
    const titled = new Set<string>(reportPermissions.map(({ code }) => `permission.${code}`));
    const items = permissionAreas(reportPermissions.map(({ code }) => code)).flatMap((area) => area.items);
    const codes = items.flatMap(({ code, isPage }) => [
      code,
      ...(isPage ? ACTS.map((act) => `${code}_${act}`) : []),
    ]);
    expect([...codes].sort()).toEqual([...known].sort());
    expect(
      items
        .filter(({ names }) => names.some((name) => !(name in terms) && !titled.has(name)))
        .map(({ code }) => code),
    ).toEqual([]);
    checked('permissions in the tree of a role', items.length);
  });

  test('of external users and of workers exist', () => {
    expect([...OUTSIDE_CODES, ...PRODUCTION_CODES].filter((code) => !known.includes(code))).toEqual([]);
  });
});
