import { Navigate, NavLink, useLocation } from 'react-router-dom';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { getEntity } from '#shared/entities/index.ts';
import { COLUMN_OWNERS, CUSTOM_COLUMN_LISTS_BY_OWNER } from '#shared/kernel/column-owners.ts';
import { useListColumnSettings } from '#client/crud/columns/use-column-setting.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { CustomColumnList } from './custom-columns.tsx';
import { DefaultColumns } from './default-columns.tsx';
import '#client/crud/page-head.css';
import '#client/kit/look/tabs.css';
import './column.css';

const COLUMN_SETTINGS_PATH = '/system/column';

/**
 * Edits the default columns and the custom columns of orders, parts, processes, projects and
 * reports.
 */
export function ColumnsScreen() {
  const t = useT();
  const user = useUser();
  const { pathname } = useLocation();
  const permittedOwners = COLUMN_OWNERS.filter((columnOwner) =>
    hasPermission(user, CUSTOM_COLUMN_LISTS_BY_OWNER[columnOwner].permission),
  );
  const requestedOwner = COLUMN_OWNERS.find(
    (columnOwner) => pathname === `${COLUMN_SETTINGS_PATH}/${columnOwner}`,
  );
  const owner = requestedOwner ?? permittedOwners[0] ?? 'order';
  const entity = getEntity(CUSTOM_COLUMN_LISTS_BY_OWNER[owner].list);
  const { data } = useListColumnSettings(requestedOwner ? entity.name : null);
  if (!requestedOwner) return <Navigate to={`${COLUMN_SETTINGS_PATH}/${owner}`} replace />;
  return (
    <section className="columns-page" aria-label={t('columnSettings')}>
      <header className="page-head">
        <h1>{t('columnSettings')}</h1>
      </header>
      <nav className="tabs" aria-label={t('columnSettings')}>
        {permittedOwners.map((columnOwner) => (
          <NavLink key={columnOwner} to={`${COLUMN_SETTINGS_PATH}/${columnOwner}`}>
            {t(columnOwner)}
          </NavLink>
        ))}
      </nav>
      <div className="columns-body">
        {data && <DefaultColumns key={owner} entity={entity} setting={data} />}
        <CustomColumnList key={`custom ${owner}`} owner={owner} />
      </div>
    </section>
  );
}
