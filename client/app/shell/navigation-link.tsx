import { Link } from 'react-router-dom';
import { MENU_ICONS } from '#client/kit/pages/menu-icons.ts';
import { useT } from '#client/kit/words/t.ts';
import type { MenuItem } from './menu.ts';

interface Props {
  item: MenuItem;
  /** Whether the current page belongs to the entry. */
  isCurrent: boolean;
  /** Whether the menu shows only icons. */
  isCollapsed: boolean;
}

/** An entry of the menu: the link to a page. */
export function NavigationLink({ item: { icon, path, title }, isCurrent, isCollapsed }: Props) {
  const t = useT();
  const Icon = MENU_ICONS[icon];
  return (
    <li>
      <Link
        to={path}
        className={isCurrent ? 'navigation-item here' : 'navigation-item'}
        aria-current={isCurrent ? 'page' : undefined}
        title={isCollapsed ? t(title) : undefined}
      >
        <Icon size={16} />
        <span className="navigation-text">{t(title)}</span>
      </Link>
    </li>
  );
}
