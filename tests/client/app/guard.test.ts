import { describe, expect, it } from 'vitest';
import type { Permission } from '#shared/kernel/permissions.ts';
import { findGuardRedirect, type GuardedPage } from '#client/app/routes/guard.ts';

const makePage = (overrides: Partial<GuardedPage> = {}): GuardedPage => ({
  path: '/order',
  isPublic: false,
  requiredPermissions: [],
  ...overrides,
});
const makeUser = (...permissions: Permission[]) => ({ user: { permissions }, mustChangePassword: false });
const signedOutUser = { user: null, mustChangePassword: false };

describe('the navigation guard', () => {
  it('redirects to the log-in page if the page requires a log-in', () => {
    expect(findGuardRedirect(makePage(), signedOutUser)).toBe('/login');
    expect(findGuardRedirect(makePage({ requiredPermissions: ['SIGNED_IN'] }), signedOutUser)).toBe('/login');
  });

  it('shows a public page to anybody', () => {
    expect(findGuardRedirect(makePage({ path: '/403', isPublic: true }), signedOutUser)).toBeNull();
    expect(findGuardRedirect(makePage({ path: '/login', isPublic: true }), makeUser())).toBeNull();
  });

  it('redirects to 403 if the required permission is missing', () => {
    expect(findGuardRedirect(makePage({ requiredPermissions: ['WORK_ORDER'] }), makeUser('SYSTEM_LOG'))).toBe(
      '/403',
    );
    expect(
      findGuardRedirect(makePage({ requiredPermissions: ['WORK_ORDER'] }), makeUser('WORK_ORDER')),
    ).toBeNull();
  });

  it('accepts any one of several permissions', () => {
    const editPage = makePage({
      requiredPermissions: [['SYSTEM_BASIC_ROLE_ADD', 'SYSTEM_BASIC_ROLE_MODIFY']],
    });
    expect(findGuardRedirect(editPage, makeUser('SYSTEM_BASIC_ROLE_MODIFY'))).toBeNull();
    expect(findGuardRedirect(editPage, makeUser('SYSTEM_BASIC_ROLE_ADD'))).toBeNull();
    expect(findGuardRedirect(editPage, makeUser('SYSTEM_BASIC_ROLE'))).toBe('/403');
  });

  it('requires both the permission of the area and the permission of the page', () => {
    const employeesPage = makePage({ requiredPermissions: ['SYSTEM_BASIC', 'SYSTEM_BASIC_EMPLOYEE'] });
    expect(findGuardRedirect(employeesPage, makeUser('SYSTEM_BASIC_EMPLOYEE'))).toBe('/403');
    expect(findGuardRedirect(employeesPage, makeUser('SYSTEM_BASIC'))).toBe('/403');
    expect(findGuardRedirect(employeesPage, makeUser('SYSTEM_BASIC', 'SYSTEM_BASIC_EMPLOYEE'))).toBeNull();
  });

  it('shows customers the order list and single orders, but suppliers only the list', () => {
    const findRedirectForKind = (kind: 'customer' | 'supplier', path: string) =>
      findGuardRedirect(makePage({ path, requiredPermissions: ['WORK_ORDER'] }), {
        user: { kind, permissions: ['WORK_ORDER'] },
        mustChangePassword: false,
      });
    for (const path of ['/', '/order', '/center', '/center/password']) {
      expect(findRedirectForKind('customer', path)).toBeNull();
      expect(findRedirectForKind('supplier', path)).toBeNull();
    }
    expect(findRedirectForKind('customer', '/order/7')).toBeNull();
    expect(findRedirectForKind('supplier', '/order/7')).toBe('/403');
    for (const path of ['/order/node', '/order/7/8', '/order/x7', '/process', '/progress'])
      expect(findRedirectForKind('customer', path)).toBe('/403');
  });

  it('redirects all pages except two to a forced password change', () => {
    const forcedUser = { ...makeUser('WORK_ORDER'), mustChangePassword: true };
    for (const path of ['/', '/order', '/403', '/nowhere', '/largeScreenReportForm']) {
      expect(
        findGuardRedirect(makePage({ path, isPublic: path === '/403' || path === '/nowhere' }), forcedUser),
      ).toBe('/forceChangePassword');
    }
    expect(
      findGuardRedirect(makePage({ path: '/forceChangePassword', isPublic: true }), forcedUser),
    ).toBeNull();
    expect(findGuardRedirect(makePage({ path: '/login', isPublic: true }), forcedUser)).toBeNull();
  });
});
