import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { MENU_ICONS } from '#client/kit/pages/menu-icons.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { useT } from '#client/kit/words/t.ts';
import type { MenuGroup, MenuItem } from './menu.ts';
import './navigation.css';

const isCurrentPage = (item: MenuItem, pathname: string): boolean => {
  if (item.path === '/' || item.alone) return pathname === item.path;
  const under = item.under ?? item.path;
  return pathname === under || pathname.startsWith(`${under}/`);
};

interface Props {
  group: MenuGroup;
  pathname: string;
  /** Whether the menu shows only icons. */
  collapsed: boolean;
}

/**
 * A group of the menu. The user can fold a group with a heading, and the browser remembers which groups are folded.
 * A folded group still shows the entry of the current page; a menu of icons shows all entries.
 */
export function NavigationGroup({ group: { title, items }, pathname, collapsed }: Props) {
  const t = useT();
  const [folded, setFolded] = useState(
    () => title !== null && browserStorage.forGood.get(`folded.${title}`) === true,
  );
  const fold = () => {
    browserStorage.forGood.set(`folded.${title}`, folded ? undefined : true);
    setFolded(!folded);
  };
  const shown = folded && !collapsed ? items.filter((item) => isCurrentPage(item, pathname)) : items;
  return (
    <div className="navigation-group">
      {title && (
        <h2 className="navigation-heading">
          <button type="button" aria-expanded={!folded} onClick={fold}>
            {folded ? <ChevronRightIcon size={12} /> : <ChevronDownIcon size={12} />}
            {t(title)}
          </button>
        </h2>
      )}
      <ul>
        {shown.map((item) => {
          const Icon = MENU_ICONS[item.icon];
          const here = isCurrentPage(item, pathname);
          return (
            <li key={item.path}>
              <Link
                to={item.path}
                className={here ? 'navigation-item here' : 'navigation-item'}
                aria-current={here ? 'page' : undefined}
                title={collapsed ? t(item.title) : undefined}
              >
                <Icon size={16} />
                <span className="navigation-text">{t(item.title)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
