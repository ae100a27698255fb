import { describe, expect, it } from 'vitest';
import type { Permission } from '#shared/kernel/permissions.ts';
import { guard, type GuardedPage } from '#client/app/routes/guard.ts';

const page = (over: Partial<GuardedPage> = {}): GuardedPage => ({
  path: '/order',
  isPublic: false,
  required: [],
  ...over,
});
const person = (...permissions: Permission[]) => ({ user: { permissions }, mustChangePassword: false });
const nobody = { user: null, mustChangePassword: false };

describe('the navigation guard', () => {
  it('redirects to the log-in page if the page requires a log-in', () => {
    expect(guard(page(), nobody)).toBe('/login');
    expect(guard(page({ required: ['SIGNED_IN'] }), nobody)).toBe('/login');
  });

  it('shows a public page to anybody', () => {
    expect(guard(page({ path: '/403', isPublic: true }), nobody)).toBeNull();
    expect(guard(page({ path: '/login', isPublic: true }), person())).toBeNull();
  });

  it('redirects to 403 if the required permission is missing', () => {
    expect(guard(page({ required: ['WORK_ORDER'] }), person('SYSTEM_LOG'))).toBe('/403');
    expect(guard(page({ required: ['WORK_ORDER'] }), person('WORK_ORDER'))).toBeNull();
  });

  it('accepts any one of several permissions', () => {
    const edit = page({ required: [['SYSTEM_BASIC_ROLE_ADD', 'SYSTEM_BASIC_ROLE_MODIFY']] });
    expect(guard(edit, person('SYSTEM_BASIC_ROLE_MODIFY'))).toBeNull();
    expect(guard(edit, person('SYSTEM_BASIC_ROLE_ADD'))).toBeNull();
    expect(guard(edit, person('SYSTEM_BASIC_ROLE'))).toBe('/403');
  });

  it('asks for the permission of the area and for that of the page', () => {
    const employees = page({ required: ['SYSTEM_BASIC', 'SYSTEM_BASIC_EMPLOYEE'] });
    expect(guard(employees, person('SYSTEM_BASIC_EMPLOYEE'))).toBe('/403');
    expect(guard(employees, person('SYSTEM_BASIC'))).toBe('/403');
    expect(guard(employees, person('SYSTEM_BASIC', 'SYSTEM_BASIC_EMPLOYEE'))).toBeNull();
  });

  it('redirects all pages except two to a forced password change', () => {
    const forced = { ...person('WORK_ORDER'), mustChangePassword: true };
    for (const path of ['/', '/order', '/403', '/nowhere', '/largeScreenReportForm']) {
      expect(guard(page({ path, isPublic: path === '/403' || path === '/nowhere' }), forced)).toBe(
        '/forceChangePassword',
      );
    }
    expect(guard(page({ path: '/forceChangePassword', isPublic: true }), forced)).toBeNull();
    expect(guard(page({ path: '/login', isPublic: true }), forced)).toBeNull();
  });
});
