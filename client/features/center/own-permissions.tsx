import { hasPermission, type PageAction, type PageCode } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { usePermissionAreas } from '#client/kit/permissions/use-permission-areas.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';

const ACTION_TERMS: Record<PageAction, TermKey> = { ADD: 'mayAdd', MODIFY: 'mayModify', DELETE: 'mayDelete' };

/** Lists the user's permissions, grouped by area. */
export function OwnPermissions() {
  const t = useT();
  const user = useUser();
  const areas = usePermissionAreas()
    .map((area) => ({ ...area, items: area.items.filter((item) => hasPermission(user, item.code)) }))
    .filter((area) => area.items.length > 0);
  return (
    <section className="card" aria-labelledby="center-permissions">
      <h2 id="center-permissions">{t('ownPermissions')}</h2>
      {areas.length === 0 && <p className="nothing">{t('ownPermissionsNone')}</p>}
      {areas.map((area) => (
        <div key={area.title} className="center-area">
          <h3>{t(area.title)}</h3>
          <ul>
            {area.items.map(({ code, titles, actions }) => {
              const permittedActions = actions.filter((act) =>
                hasPermission(user, `${code as PageCode}_${act}`),
              );
              return (
                <li key={code}>
                  {titles.map((title) => t(title)).join(' · ')}
                  {permittedActions.length > 0 && (
                    <span className="center-acts">
                      {permittedActions.map((act) => t(ACTION_TERMS[act])).join(' · ')}
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </section>
  );
}
