import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useId, useState } from 'react';
import { MENU_ICONS } from '#client/kit/pages/menu-icons.ts';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';
import { useT } from '#client/kit/words/t.ts';
import { isCurrentPage, type MenuPart } from './menu.ts';
import { NavigationGroup } from './navigation-group.tsx';
import { NavigationLink } from './navigation-link.tsx';

interface Props {
  part: MenuPart;
  pathname: string;
  /** Whether the menu shows only icons. */
  isCollapsed: boolean;
}

/**
 * A part of the menu. The user can open and close the part, and the browser remembers the choice. The part
 * also opens when the user comes to one of its pages. A closed part shows only the entry of the current page.
 */
export function NavigationPart({ part, pathname, isCollapsed }: Props) {
  const t = useT();
  const id = useId();
  const key = `menuPart.${part.title}`;
  const items = part.groups.flatMap((group) => group.items);
  const hasCurrentPage = items.some((item) => isCurrentPage(item, pathname));
  const shouldOpen = () =>
    hasCurrentPage || (browserStorage.forBrowser.get(key) ?? !part.startsClosed) === true;
  const [open, setOpen] = useState(shouldOpen);
  const [hadCurrentPage, setHadCurrentPage] = useState(hasCurrentPage);
  if (hadCurrentPage !== hasCurrentPage) {
    setHadCurrentPage(hasCurrentPage);
    setOpen(shouldOpen());
  }
  const togglePart = () => {
    browserStorage.forBrowser.set(key, !open);
    setOpen(!open);
  };
  const Icon = MENU_ICONS[part.icon];
  const currentItem = open ? undefined : items.find((item) => isCurrentPage(item, pathname));
  return (
    <div className="navigation-part">
      <h2 className="navigation-title">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          title={isCollapsed ? t(part.title) : undefined}
          onClick={togglePart}
        >
          <Icon size={16} />
          <span className="navigation-text">{t(part.title)}</span>
          {open ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
        </button>
      </h2>
      <div id={id}>
        {open &&
          part.groups.map((group) => (
            <NavigationGroup key={group.title} group={group} pathname={pathname} isCollapsed={isCollapsed} />
          ))}
        {currentItem && (
          <ul>
            <NavigationLink item={currentItem} isCurrent isCollapsed={isCollapsed} />
          </ul>
        )}
      </div>
    </div>
  );
}
