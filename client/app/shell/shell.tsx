import { FocusStyleManager, OverlaysProvider } from '@blueprintjs/core';
import { Icons } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { decodeUser, type AnyUserAnswer } from '#shared/kernel/user-answer.ts';
import { call } from '#client/kit/wire/call.ts';
import { ConfirmDialog } from '#client/kit/messages/confirm-dialog.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { OldDataBand } from '#client/kit/live/old-data-band.tsx';
import { RefusalDialog } from '#client/kit/messages/refusal-dialog.tsx';
import { session } from '#client/kit/wire/session.ts';
import { useShortcuts } from '#client/kit/shortcuts/use-shortcuts.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { useT } from '#client/kit/words/t.ts';
import { Navigation } from './navigation.tsx';
import { Palette } from '../palette/palette.tsx';
import { ScreenWaiting } from './screen-waiting.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { TopBar } from './top-bar.tsx';
import '#client/kit/look/blueprint.css';
import './shell.css';

FocusStyleManager.onlyShowFocusOnTabs();
// Screens import icons as components. Loading an icon by its name would download all six hundred icons.
Icons.setLoaderOptions({
  loader: async (name) => {
    throw new Error(`Import the icon ${name} as a component`);
  },
});

const MENU_COLLAPSED_KEY = 'menuCollapsed';

/**
 * Shows a screen with the menu on the left and the top bar above.
 * @param props.children the screen; by default the screen of the current route
 */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const t = useT();
  const { pathname } = useLocation();
  const [isCollapsed, setCollapsed] = useState(
    () => browserStorage.forBrowser.get(MENU_COLLAPSED_KEY) === true,
  );
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  const closePalette = useCallback(() => setPaletteOpen(false), []);
  const openSheet = useCallback(() => setSheetOpen(true), []);
  useShortcuts({ onOpenPalette: openPalette, onOpenShortcutSheet: openSheet });
  // The query is refetched when permissions change, so the menu and the guard stay current.
  const { data: user } = useQuery({
    queryKey: queryKeys.entity('permission', 'current'),
    queryFn: ({ signal }) => call<AnyUserAnswer>('/mes/login/current', {}, { signal }).then(decodeUser),
  });
  useEffect(() => {
    if (user) session.refresh(user);
  }, [user]);
  useEffect(() => setDrawerOpen(false), [pathname]);
  const toggleCollapsed = () =>
    setCollapsed((wasCollapsed) => {
      browserStorage.forBrowser.set(MENU_COLLAPSED_KEY, wasCollapsed ? undefined : true);
      return !wasCollapsed;
    });
  return (
    <OverlaysProvider>
      <div className={`shell${isCollapsed ? ' shell-collapsed' : ''}${isDrawerOpen ? ' shell-drawn' : ''}`}>
        <a className="skip-link" href="#content">
          {t('skipToContent')}
        </a>
        <Navigation isCollapsed={isCollapsed} onCollapse={toggleCollapsed} />
        {isDrawerOpen && (
          <button
            type="button"
            className="shell-veil"
            aria-label={t('dismiss')}
            onClick={() => setDrawerOpen(false)}
          />
        )}
        <TopBar onMenu={() => setDrawerOpen(!isDrawerOpen)} onFind={openPalette} onShortcuts={openSheet} />
        <div className="shell-main">
          <OldDataBand />
          <main id="content" className="shell-content" tabIndex={-1}>
            <Suspense fallback={<ScreenWaiting />}>{children}</Suspense>
          </main>
        </div>
      </div>
      <Palette isOpen={isPaletteOpen} onClose={closePalette} onShortcuts={openSheet} />
      <ShortcutSheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
      <ConfirmDialog />
      <RefusalDialog />
    </OverlaysProvider>
  );
}
