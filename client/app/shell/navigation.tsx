import { MenuClosedIcon, MenuOpenIcon } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useReportDescriptors } from '#client/crud/report/use-reports.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { buildMenu } from './menu.ts';
import { NavigationPart } from './navigation-part.tsx';
import { ProductLogo } from '#client/kit/pages/product-logo.tsx';
import './navigation.css';

interface Props {
  isCollapsed: boolean;
  onCollapse: () => void;
}

/** The main menu. It shows only the entries whose page the user may open. The user can collapse it to icons. */
export function Navigation({ isCollapsed, onCollapse }: Props) {
  const t = useT();
  const user = useUser();
  const { data: reports } = useReportDescriptors();
  const { pathname } = useLocation();
  const items = useRef<HTMLDivElement>(null);
  useEffect(() => {
    items.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, reports]);
  return (
    <nav className="navigation" aria-label={t('navigation')}>
      <Link to="/" className="navigation-brand" title={t('productName')}>
        <ProductLogo size={26} />
        <span className="navigation-text">{t('productInMenu')}</span>
      </Link>
      <div className="navigation-items" ref={items}>
        {buildMenu(user, reports).map((part) => (
          <NavigationPart key={part.title} part={part} pathname={pathname} isCollapsed={isCollapsed} />
        ))}
      </div>
      <button
        type="button"
        className="navigation-item navigation-collapse"
        aria-expanded={!isCollapsed}
        aria-label={t(isCollapsed ? 'expandMenu' : 'collapseMenu')}
        onClick={onCollapse}
      >
        {isCollapsed ? <MenuOpenIcon /> : <MenuClosedIcon />}
        <span className="navigation-text">{t('collapseMenu')}</span>
      </button>
    </nav>
  );
}
