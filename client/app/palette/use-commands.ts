import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { NAME_BY_LANG, LANGS } from '#shared/kernel/lang.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { useReportDescriptors } from '#client/crud/report/use-reports.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { changeLang, useLang, useT } from '#client/kit/words/t.ts';
import { theme, THEMES } from '#client/kit/look/theme.ts';
import { buildMenu, listMenuItems } from '../shell/menu.ts';
import { signOut } from '../login/sign-out.ts';
import type { PaletteItem } from './palette-item.ts';

const THEME_TERMS = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

/** Returns the palette entries of the user's menu pages and of the available actions. */
export function useCommands(showShortcuts: () => void): PaletteItem[] {
  const t = useT();
  const user = useUser();
  const lang = useLang();
  const chosen = theme.useChosen();
  const navigate = useNavigate();
  const { data: reports } = useReportDescriptors();
  return useMemo(() => {
    const pages = listMenuItems(buildMenu(user, reports)).map(({ path, title, heading }): PaletteItem => ({
      key: `page ${path}`,
      group: 'pagesFound',
      text: t(title),
      code: t(heading),
      to: path,
    }));
    const action = (key: string, text: string, act: () => void): PaletteItem => ({
      key: `action ${key}`,
      group: 'actions',
      text,
      act,
    });
    return [
      ...pages,
      ...(hasPermission(user, 'WORK_ORDER_ADD')
        ? [action('newOrder', t('newOrder'), () => void navigate('/order', { state: { adding: true } }))]
        : []),
      action('changePassword', t('changePassword'), () => void navigate('/center/password')),
      ...LANGS.filter((one) => one !== lang).map((one) =>
        action(`lang ${one}`, t('languageTo', { name: NAME_BY_LANG[one] }), () => void changeLang(one)),
      ),
      ...THEMES.filter((one) => one !== chosen).map((one) =>
        action(`theme ${one}`, t('themeTo', { name: t(THEME_TERMS[one]) }), () => theme.choose(one)),
      ),
      action('shortcuts', t('shortcuts'), showShortcuts),
      action('logOut', t('logOut'), () => void signOut()),
    ];
  }, [t, user, reports, lang, chosen, navigate, showShortcuts]);
}
