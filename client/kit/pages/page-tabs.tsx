import { Navigate, NavLink } from 'react-router-dom';
import { hasPermission, type Permission } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useUser } from '../wire/session.ts';
import { useT } from '../words/t.ts';
import { FORBIDDEN_PATH } from './addresses.ts';
import '../look/tabs.css';

/** One of several pages that are shown as tabs. */
export interface PageTab {
  readonly path: string;
  readonly title: TermKey;
  /** The required permission; absent if everybody who sees the tabs may open this tab. */
  readonly permission?: Permission;
  /** The tab is active only on its own address, not on the addresses below it. */
  readonly end?: true;
}

interface Props {
  label: TermKey;
  tabs: readonly PageTab[];
  /** An additional class name. */
  className?: string;
}

const mayOpenTab = (user: ReturnType<typeof useUser>) => (tab: PageTab) =>
  hasPermission(user, tab.permission ?? []);

/** Renders tabs that link to the pages that the user may open. */
export function PageTabs({ label, tabs, className = '' }: Props) {
  const t = useT();
  const user = useUser();
  return (
    <nav className={`tabs ${className}`.trim()} aria-label={t(label)}>
      {tabs.filter(mayOpenTab(user)).map(({ path, title, end = false }) => (
        <NavLink key={path} to={path} end={end}>
          {t(title)}
        </NavLink>
      ))}
    </nav>
  );
}

/** Redirects to the first tab that the user may open; to the 403 page if there is none. */
export function FirstTabRedirect({ tabs }: Pick<Props, 'tabs'>) {
  const user = useUser();
  return <Navigate to={tabs.find(mayOpenTab(user))?.path ?? FORBIDDEN_PATH} replace />;
}
