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
  collapsed: boolean;
}

/**
 * A group of the menu. The user can fold a group that has a heading, and the browser remembers the choice. A
 * folded group shows only the entry of the current page. While the menu shows only icons, the group shows all
 * entries.
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
        <h3 className="navigation-heading">
          <button type="button" aria-expanded={!folded} onClick={fold}>
            {folded ? <ChevronRightIcon size={12} /> : <ChevronDownIcon size={12} />}
            {t(title)}
          </button>
        </h3>
      )}
      <ul>
        {shown.map((item) => (
          <NavigationLink
            key={item.path}
            item={item}
            here={isCurrentPage(item, pathname)}
            collapsed={collapsed}
          />
        ))}
      </ul>
    </div>
  );
}
