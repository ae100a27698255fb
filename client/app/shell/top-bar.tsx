import { Button, Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import {
  FlashIcon,
  KeyCommandIcon,
  KeyIcon,
  LogOutIcon,
  MenuIcon,
  MoonIcon,
  PersonIcon,
  SearchIcon,
  SmallTickIcon,
  TranslateIcon,
  UserIcon,
} from '@blueprintjs/icons';
import { useNavigate } from 'react-router-dom';
import { hasPermission, PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { HTML_TAG_BY_LANG, NAME_BY_LANG, LANGS } from '#shared/kernel/lang.ts';
import { DropDown } from '#client/kit/elements/drop-down.tsx';
import { useIsNarrow } from '#client/kit/elements/use-is-narrow.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { changeLang, useLang, useT } from '#client/kit/words/t.ts';
import { theme, THEMES } from '#client/kit/look/theme.ts';
import { LiveIndicator } from '#client/kit/live/live-indicator.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { Bell } from './notices/bell.tsx';
import { DelayMark } from './notices/delay-mark.tsx';
import { MasterNoticeMark } from './notices/master-notice-mark.tsx';
import { DemoMark } from './demo-mark.tsx';
import { CurrentFactory } from './factory-menu.tsx';
import { HelpButton } from './help-button.tsx';
import { PlanNoticeMark } from './notices/plan-notice-mark.tsx';
import { ReminderMark } from './notices/reminder-mark.tsx';
import { signOut } from '../login/sign-out.ts';
import './top-bar.css';

const THEME_TERMS = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

function LanguageItems() {
  const lang = useLang();
  return LANGS.map((optionLang) => (
    <MenuItem
      key={optionLang}
      text={<span lang={HTML_TAG_BY_LANG[optionLang]}>{NAME_BY_LANG[optionLang]}</span>}
      icon={optionLang === lang ? <SmallTickIcon /> : <span className="menu-gap" />}
      onClick={() => void changeLang(optionLang)}
    />
  ));
}

function ThemeItems() {
  const t = useT();
  const chosenTheme = theme.useChosen();
  return THEMES.map((optionTheme) => (
    <MenuItem
      key={optionTheme}
      text={t(THEME_TERMS[optionTheme])}
      icon={optionTheme === chosenTheme ? <SmallTickIcon /> : <span className="menu-gap" />}
      onClick={() => theme.choose(optionTheme)}
    />
  ));
}

function LanguageMenu() {
  const t = useT();
  const menu = (
    <Menu>
      <LanguageItems />
    </Menu>
  );
  return (
    <DropDown content={menu}>
      <Button variant="minimal" icon={<TranslateIcon />} aria-label={t('language')} title={t('language')} />
    </DropDown>
  );
}

function ThemeMenu() {
  const t = useT();
  const isDark = theme.useIsDark();
  const menu = (
    <Menu>
      <ThemeItems />
    </Menu>
  );
  return (
    <DropDown content={menu}>
      <Button
        variant="minimal"
        icon={isDark ? <MoonIcon /> : <FlashIcon />}
        aria-label={t('theme')}
        title={t('theme')}
      />
    </DropDown>
  );
}

/** The menu of the user. @param isNarrow whether the top bar has no room for the menus of languages and themes */
function PersonMenu({ onShortcuts, isNarrow }: Pick<Props, 'onShortcuts'> & { isNarrow: boolean }) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const menu = (
    <Menu>
      <MenuDivider title={`${user.name} (${user.code})`} />
      <MenuItem icon={<PersonIcon />} text={t('personalCenter')} onClick={() => void navigate('/center')} />
      <MenuItem
        icon={<KeyIcon />}
        text={t('changePassword')}
        onClick={() => void navigate('/center/password')}
      />
      <MenuItem icon={<KeyCommandIcon />} text={t('shortcuts')} label="?" onClick={onShortcuts} />
      {isNarrow && (
        <>
          <MenuItem icon={<TranslateIcon />} text={t('language')}>
            <LanguageItems />
          </MenuItem>
          <MenuItem icon={<FlashIcon />} text={t('theme')}>
            <ThemeItems />
          </MenuItem>
        </>
      )}
      <MenuItem icon={<LogOutIcon />} text={t('logOut')} onClick={() => void signOut()} />
      <MenuDivider />
      <MenuItem disabled text={t('building', { build: __BUILD_ID__ })} />
    </Menu>
  );
  return (
    <DropDown content={menu}>
      <Button
        variant="minimal"
        icon={<UserIcon />}
        aria-label={user.name}
        text={<span className="top-bar-person">{user.name}</span>}
      />
    </DropDown>
  );
}

interface Props {
  onMenu: () => void;
  onFind: () => void;
  onShortcuts: () => void;
}

export function TopBar({ onMenu, onFind, onShortcuts }: Props) {
  const t = useT();
  const user = useUser();
  const isNarrow = useIsNarrow();
  return (
    <header className="top-bar">
      <Button
        className="top-bar-menu"
        variant="minimal"
        icon={<MenuIcon />}
        aria-label={t('openMenu')}
        onClick={onMenu}
      />
      <CurrentFactory />
      <DemoMark />
      <Breadcrumbs />
      <Button
        className="palette-button"
        variant="minimal"
        icon={<SearchIcon />}
        aria-keyshortcuts="Control+K"
        title={t('findAnything')}
        aria-label={`${t('findAnything')} Ctrl K`}
        onClick={onFind}
        text={
          <>
            <span className="palette-button-words">{t('findAnything')}</span> <kbd>{'Ctrl K'}</kbd>
          </>
        }
      />
      {user.kind !== 'terminal' && <DelayMark />}
      {hasPermission(user, PRODUCTION_PERMISSION) && (
        <>
          <MasterNoticeMark />
          <ReminderMark />
          <PlanNoticeMark />
          <Bell />
        </>
      )}
      <LiveIndicator />
      <HelpButton />
      {!isNarrow && (
        <>
          <LanguageMenu />
          <ThemeMenu />
        </>
      )}
      <PersonMenu onShortcuts={onShortcuts} isNarrow={isNarrow} />
    </header>
  );
}
