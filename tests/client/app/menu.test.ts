import { describe, expect, it } from 'vitest';
import { PERMISSION_CODES } from '#shared/entities/permission-codes.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { GRANTABLE_PERMISSION_CODES } from '#server/reports/permission-codes.ts';
import { reportDescriptors } from '#server/reports/index.ts';
import { entityPages } from '#client/app/routes/entity-pages.ts';
import { buildMenu, isCurrentPage, listMenuItems } from '#client/app/shell/menu.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

const listMenuPaths = (...permissions: PermissionCode[]) =>
  listMenuItems(buildMenu({ permissions })).map((item) => item.path);

describe('the navigation of a person', () => {
  it('holds the pages that everybody may open, and no empty heading', () => {
    expect(listMenuPaths()).toEqual([
      '/',
      '/process',
      '/quality',
      '/quality/corrective',
      '/quality/testing',
      '/quality/recall',
      '/quality/deputy',
      '/plan',
      '/plan/MasterPlan',
      '/plan/CapacityLoad',
      '/andon',
      '/alarm',
      '/record',
      '/largeScreenReportForm',
      '/boards',
      '/download',
    ]);
  });

  it('shows basic data only with the permission of the area and of the page', () => {
    expect(listMenuPaths('SYSTEM_BASIC_EMPLOYEE')).not.toContain('/system/basic/employee');
    expect(listMenuPaths('SYSTEM_BASIC')).not.toContain('/system/basic/employee');
    expect(listMenuPaths('SYSTEM_BASIC', 'SYSTEM_BASIC_EMPLOYEE')).toEqual([
      ...listMenuPaths(),
      '/system/basic/employee',
    ]);
  });

  it('shows cycle scheduling only to planners', () => {
    expect(listMenuPaths()).not.toContain('/plan/CycleSchedule');
    expect(listMenuPaths('WORK_PLAN_CYCLE_SCHEDULE')).toContain('/plan/CycleSchedule');
  });

  it('shows everything to a user with all permissions', () => {
    const allPaths = listMenuPaths(...PERMISSION_CODES);
    expect(allPaths).toContain('/order');
    expect(allPaths).toContain('/system/classify');
    expect(new Set(allPaths).size).toBe(allPaths.length);
  });

  it('has an entry for every entity that has its own pages', () => {
    const allPaths = listMenuPaths(...PERMISSION_CODES);
    const pages = entityPages.map((page) => page.listPath);
    expectItemsChecked('pages of entities', pages.length);
    expect(pages.filter((path) => !allPaths.includes(path))).toEqual([]);
  });

  it('has the reports that the user may see, and marks them on their detail pages too', () => {
    const report = {
      name: 'orderProgress',
      path: '/mes/form/employeeDailyDetails',
      page: 'employee/daily/details',
      permission: 'REPORT_FORM_EMPLOYEE_DAILY_DETAILS',
      parameters: {},
      columns: {},
      rowKey: [],
      watches: [],
      details: { page: 'employee/daily/reports', parameters: {} },
    } as const;
    const parts = buildMenu({ permissions: ['REPORT_FORM_EMPLOYEE_DAILY_DETAILS'] }, [report]);
    expect(parts[1]).toMatchObject({
      title: 'reports',
      groups: [
        { items: [{ path: '/forms/employee/daily/details', highlightPath: '/forms/employee/daily' }] },
      ],
    });
    expect(buildMenu({ permissions: [] }, [report])).toHaveLength(1);
  });

  it('marks exactly one entry on the page of each entry and on the pages below it', () => {
    const items = listMenuItems(buildMenu({ permissions: GRANTABLE_PERMISSION_CODES }, reportDescriptors));
    expectItemsChecked('menu entries', items.length);
    const findCurrentEntries = (pathname: string) =>
      items.filter((item) => isCurrentPage(item, pathname)).map(({ path }) => path);
    for (const { path } of items) expect(findCurrentEntries(path)).toEqual([path]);
    expect(findCurrentEntries('/order/7')).toEqual(['/order']);
    expect(findCurrentEntries('/order/group/edit/7')).toEqual(['/order/group']);
  });

  it('has three parts, and only the set-up starts closed', () => {
    const parts = buildMenu({ permissions: GRANTABLE_PERMISSION_CODES }, reportDescriptors);
    expect(parts.map(({ title, startsClosed }) => [title, startsClosed])).toEqual([
      ['dailyWork', false],
      ['reports', false],
      ['setUp', true],
    ]);
  });

  it('gives each entry a different name in every language', () => {
    const items = listMenuItems(buildMenu({ permissions: GRANTABLE_PERMISSION_CODES }, reportDescriptors));
    expectItemsChecked('menu entries', items.length);
    for (const lang of LANGS) {
      const names = items.map(({ title }) => translateTerm(lang, title));
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    }
  });

  it('gives each report its own icon or that of its area', () => {
    const permissions = reportDescriptors.map(({ permission }) => permission as PermissionCode);
    const reports = buildMenu({ permissions }, reportDescriptors).find(({ title }) => title === 'reports')!;
    const icons = listMenuItems([reports]).map(({ icon }) => icon);
    expectItemsChecked('icons of reports', icons.length);
    expect(icons).not.toContain('report');
  });

  it('is empty without a user', () => {
    expect(buildMenu(null)).toEqual([]);
  });
});
