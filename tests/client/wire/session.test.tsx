import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CurrentUser } from '#shared/kernel/wire.ts';

const testUser = { permissions: [], mustChangePassword: false } as unknown as CurrentUser;

/** Reloads the page in the same tab: both browser storages remain. */
const loadPage = async () => {
  vi.resetModules();
  return (await import('#client/kit/wire/session.ts')).session;
};
/** Opens another tab, which has its own session storage and the same local storage. */
const openNewTab = async () => {
  sessionStorage.clear();
  return loadPage();
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

describe('the sign-in of a browser', () => {
  it('survives a reload, and ends with the tab', async () => {
    (await loadPage()).signIn({ validateKey: 'k', user: testUser, remembered: false });
    expect((await loadPage()).current?.validateKey).toBe('k');
    expect(localStorage.length).toBe(0);
    expect((await openNewTab()).current).toBeNull();
  });

  it('survives the tab if it is remembered, and never holds a password', async () => {
    (await loadPage()).signIn({ validateKey: 'k', user: testUser, remembered: true });
    expect(Object.keys(JSON.parse(localStorage.getItem('mes.loginUser')!) as object).sort()).toEqual([
      'remembered',
      'user',
      'validateKey',
    ]);
    expect((await openNewTab()).current?.validateKey).toBe('k');
  });

  it('is removed from all storage once it is cleared', async () => {
    (await loadPage()).signIn({ validateKey: 'k', user: testUser, remembered: true });
    const session = await openNewTab();
    session.clear();
    expect((await openNewTab()).current).toBeNull();
    expect(sessionStorage.length + localStorage.length).toBe(0);
  });

  it('keeps the forced password change until it is done, also after a reload and in a new tab', async () => {
    const forcedUser = { ...testUser, mustChangePassword: true };
    (await loadPage()).signIn({ validateKey: 'k', user: forcedUser, remembered: true });
    expect(sessionStorage.getItem('mes.forcedPasswordChange')).toBe('true');
    expect((await loadPage()).visitor.mustChangePassword).toBe(true);
    const session = await openNewTab();
    expect(session.visitor.mustChangePassword).toBe(true);
    session.refresh({ ...testUser, mustChangePassword: false });
    expect(session.visitor.mustChangePassword).toBe(false);
    expect(sessionStorage.getItem('mes.forcedPasswordChange')).toBeNull();
  });

  it('ignores stored data that is not a valid sign-in', async () => {
    sessionStorage.setItem('mes.loginUser', '{"validateKey":1}');
    expect((await loadPage()).current).toBeNull();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    sessionStorage.setItem('mes.loginUser', '{broken');
    expect((await loadPage()).current).toBeNull();
  });
});
