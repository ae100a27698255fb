import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PERMISSION_CODES } from '#shared/entities/permission-codes.ts';
import { translateTerm } from '#shared/terms/index.ts';
import { buildMenu } from '#client/app/shell/menu.ts';
import { NavigationPart } from '#client/app/shell/navigation-part.tsx';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

const menuPartForSetUp = buildMenu({ permissions: PERMISSION_CODES }).find(({ title }) => title === 'setUp')!;
const waitUntil = (assertion: () => void) => vi.waitFor(assertion, { timeout: 8000, interval: 10 });
let root: Root;
let host: HTMLElement;

const SetUpPart = () => (
  <NavigationPart part={menuPartForSetUp} pathname={useLocation().pathname} isCollapsed={false} />
);

/** Shows the part "Set-up" of the menu, with this address as the current page. */
async function showSetUpPart(address: string) {
  const router = createMemoryRouter([{ path: '*', element: <SetUpPart /> }], { initialEntries: [address] });
  root = createRoot(host);
  root.render(<RouterProvider router={router} />);
  await waitUntil(() => expect(host.querySelector('h2 button')).not.toBeNull());
  return router;
}
const findSetUpHeading = () => host.querySelector<HTMLButtonElement>('h2 button')!;
const readSetUpLinks = () => [...host.querySelectorAll('a')].map((link) => link.getAttribute('href'));

describe('the set-up in the menu', () => {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    localStorage.clear();
    await setUpWords(async (lang) => getTermsOfLanguage(lang));
    host = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => {
    root.unmount();
    host.remove();
    vi.unstubAllGlobals();
  });

  it('is closed at first, opens on a click, and stays open in this browser', async () => {
    await showSetUpPart('/');
    expect(findSetUpHeading().textContent).toBe(translateTerm('zh_CN', 'setUp'));
    expect(findSetUpHeading().getAttribute('aria-expanded')).toBe('false');
    expect(readSetUpLinks()).toEqual([]);
    findSetUpHeading().click();
    await waitUntil(() => expect(readSetUpLinks()).toContain('/system/basic/device'));
    expect(findSetUpHeading().getAttribute('aria-expanded')).toBe('true');
    expect(
      document
        .getElementById(findSetUpHeading().getAttribute('aria-controls')!)!
        .contains(host.querySelector('a')),
    ).toBe(true);
    root.unmount();
    await showSetUpPart('/');
    expect(findSetUpHeading().getAttribute('aria-expanded')).toBe('true');
  });

  it('opens on its own pages, and closes again on others', async () => {
    const router = await showSetUpPart('/order');
    await router.navigate('/system/basic/device/edit/7');
    await waitUntil(() => expect(findSetUpHeading().getAttribute('aria-expanded')).toBe('true'));
    expect(host.querySelector('[aria-current]')?.getAttribute('href')).toBe('/system/basic/device');
    await router.navigate('/order');
    await waitUntil(() => expect(findSetUpHeading().getAttribute('aria-expanded')).toBe('false'));
  });

  it('still shows the entry of the current page when the user closes the set-up', async () => {
    await showSetUpPart('/system/basic/device');
    findSetUpHeading().click();
    await waitUntil(() => expect(readSetUpLinks()).toEqual(['/system/basic/device']));
  });
});
