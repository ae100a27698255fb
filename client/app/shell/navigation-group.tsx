import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { useT } from '#client/kit/words/t.ts';
import { isCurrentPage, type MenuGroup } from './menu.ts';
import { NavigationLink } from './navigation-link.tsx';

interface Props {
  group: MenuGroup;
  pathname: string;
  /** Whether the menu shows only icons. */
  isCollapsed: boolean;
}

/**
 * A group of the menu. The user can fold a group that has a heading, and the browser remembers the choice. A
 * folded group shows only the entry of the current page. While the menu shows only icons, the group shows all
 * entries.
 */
export function NavigationGroup({ group: { title, items }, pathname, isCollapsed }: Props) {
  const t = useT();
  const [isFolded, setFolded] = useState(
    () => title !== null && browserStorage.forBrowser.get(`folded.${title}`) === true,
  );
  const toggleFolded = () => {
    browserStorage.forBrowser.set(`folded.${title}`, isFolded ? undefined : true);
    setFolded(!isFolded);
  };
  const shownItems = isFolded && !isCollapsed ? items.filter((item) => isCurrentPage(item, pathname)) : items;
  return (
    <div className="navigation-group">
      {title && (
        <h3 className="navigation-heading">
          <button type="button" aria-expanded={!isFolded} onClick={toggleFolded}>
            {isFolded ? <ChevronRightIcon size={12} /> : <ChevronDownIcon size={12} />}
            {t(title)}
          </button>
        </h3>
      )}
      <ul>
        {shownItems.map((item) => (
          <NavigationLink
            key={item.path}
            item={item}
            isCurrent={isCurrentPage(item, pathname)}
            isCollapsed={isCollapsed}
          />
        ))}
      </ul>
    </div>
  );
}
