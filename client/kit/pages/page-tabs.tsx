import { Navigate, NavLink } from 'react-router-dom';
import { can, type Permission } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useUser } from '../wire/session.ts';
import { useT } from '../words/t.ts';
import { FORBIDDEN_PATH } from './addresses.ts';
import '../look/tabs.css';

/** One of several pages that stand side by side. */
export interface PageTab {
  readonly path: string;
  readonly title: TermKey;
  /** What shows it; everybody who sees one of the others sees it where absent. */
  readonly permission?: Permission;
  /** Pages below its address are not its own. */
  readonly end?: true;
}

interface Props {
  label: TermKey;
  tabs: readonly PageTab[];
  /** Beside that of the tabs. */
  className?: string;
}

const mayOpen = (user: ReturnType<typeof useUser>) => (tab: PageTab) => can(user, tab.permission ?? []);

/** Links to pages that stand side by side: those that the person may open. */
export function PageTabs({ label, tabs, className = '' }: Props) {
  const t = useT();
  const user = useUser();
  return (
    <nav className={`tabs ${className}`.trim()} aria-label={t(label)}>
      {tabs.filter(mayOpen(user)).map(({ path, title, end = false }) => (
        <NavLink key={path} to={path} end={end}>
          {t(title)}
        </NavLink>
      ))}
    </nav>
  );
}

/** Leads to the first of the pages that the person may open. */
export function FirstTab({ tabs }: Pick<Props, 'tabs'>) {
  const user = useUser();
  return <Navigate to={tabs.find(mayOpen(user))?.path ?? FORBIDDEN_PATH} replace />;
}
