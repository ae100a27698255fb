import { Navigate, NavLink, useLocation } from 'react-router-dom';
import { can } from '#shared/kernel/permissions.ts';
import { entityOf } from '#shared/entities/index.ts';
import { COLUMN_OWNERS, OWNED_COLUMNS } from '#shared/kernel/column-owners.ts';
import { useColumnsOfList } from '#client/crud/columns/use-column-setting.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { CustomColumns } from './custom-columns.tsx';
import { DefaultColumns } from './default-columns.tsx';
import '#client/crud/page-head.css';
import '#client/kit/look/tabs.css';
import './column.css';

const AT = '/system/column';

/**
 * Edits the default columns and the custom columns of orders, parts, processes, projects and
 * reports.
 */
export function ColumnsScreen() {
  const t = useT();
  const user = useUser();
  const { pathname } = useLocation();
  const open = COLUMN_OWNERS.filter((one) => can(user, OWNED_COLUMNS[one].permission));
  const requestedOwner = COLUMN_OWNERS.find((one) => pathname === `${AT}/${one}`);
  const owner = requestedOwner ?? open[0] ?? 'order';
  const entity = entityOf(OWNED_COLUMNS[owner].list);
  const { data } = useColumnsOfList(requestedOwner ? entity.name : null);
  if (!requestedOwner) return <Navigate to={`${AT}/${owner}`} replace />;
  return (
    <section className="columns-page" aria-label={t('columnSettings')}>
      <header className="page-head">
        <h1>{t('columnSettings')}</h1>
      </header>
      <nav className="tabs" aria-label={t('columnSettings')}>
        {open.map((one) => (
          <NavLink key={one} to={`${AT}/${one}`}>
            {t(one)}
          </NavLink>
        ))}
      </nav>
      <div className="columns-body">
        {data && <DefaultColumns key={owner} entity={entity} setting={data} />}
        <CustomColumns key={`custom ${owner}`} owner={owner} />
      </div>
    </section>
  );
}
