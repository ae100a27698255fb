import { ChevronRightIcon } from '@blueprintjs/icons';
import { Link, useLocation, useMatches } from 'react-router-dom';
import { usePageName } from '#client/kit/pages/page-name.ts';
import { useT } from '#client/kit/words/t.ts';
import { getPageHandle } from '#client/kit/pages/page-handle.ts';
import './breadcrumbs.css';

/**
 * Shows the path to the current page: the titles of its routes, and the name of the row that the page shows,
 * if any.
 */
export function Breadcrumbs() {
  const t = useT();
  const { pathname } = useLocation();
  const name = usePageName();
  const crumbs = useMatches()
    .map((match) => ({ ...getPageHandle(match), to: getPageHandle(match).path ?? match.pathname }))
    .filter((crumb) => crumb.title !== undefined)
    .map((crumb) => ({ to: crumb.to, text: t(crumb.title!) }));
  const allCrumbs = name ? [...crumbs, { to: pathname, text: name }] : crumbs;
  return (
    <nav className="breadcrumbs" aria-label={t('breadcrumbs')}>
      <ol>
        {allCrumbs.map((crumb, index) => (
          <li key={`${index} ${crumb.to}`} className={crumb.text === name ? 'crumb-name' : undefined}>
            {index > 0 && <ChevronRightIcon size={12} />}
            <Link to={crumb.to} aria-current={index === allCrumbs.length - 1 ? 'page' : undefined}>
              {crumb.text}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
