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
  const chosenTheme = theme.useChosen();
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
    const makeAction = (key: string, text: string, run: () => void): PaletteItem => ({
      key: `action ${key}`,
      group: 'actions',
      text,
      run,
    });
    return [
      ...pages,
      ...(hasPermission(user, 'WORK_ORDER_ADD')
        ? [makeAction('newOrder', t('newOrder'), () => void navigate('/order', { state: { adding: true } }))]
        : []),
      makeAction('changePassword', t('changePassword'), () => void navigate('/center/password')),
      ...LANGS.filter((otherLang) => otherLang !== lang).map((otherLang) =>
        makeAction(
          `lang ${otherLang}`,
          t('languageTo', { name: NAME_BY_LANG[otherLang] }),
          () => void changeLang(otherLang),
        ),
      ),
      ...THEMES.filter((otherTheme) => otherTheme !== chosenTheme).map((otherTheme) =>
        makeAction(`theme ${otherTheme}`, t('themeTo', { name: t(THEME_TERMS[otherTheme]) }), () =>
          theme.choose(otherTheme),
        ),
      ),
      makeAction('shortcuts', t('shortcuts'), showShortcuts),
      makeAction('logOut', t('logOut'), () => void signOut()),
    ];
  }, [t, user, reports, lang, chosenTheme, navigate, showShortcuts]);
}
