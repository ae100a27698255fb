import { NavLink } from 'react-router-dom';
import { entities } from '#shared/entities/index.ts';
import { can, toRead, type Permission } from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { pageOf } from './entity-pages.ts';
import '#client/kit/pages/tabbed-screen.css';

interface Param {
  readonly path: string;
  readonly title: TermKey;
  readonly permission: Permission;
}

const listed = (name: 'sip' | 'sop', title: TermKey): Param => ({
  path: pageOf(name)!.listPath,
  title,
  permission: toRead(entities[name].permission),
});

/** The arrangement of forms. */
export const FORMS = {
  path: '/system/params/form',
  title: 'formSetting',
  permission: 'SYSTEM_PARAM_SETTING_FORM',
} as const satisfies Param;

/** The parameters, each with the permission that shows it. */
export const PARAMS: readonly Param[] = [listed('sip', 'sips'), listed('sop', 'sops'), FORMS];

/** The tabs above the parameters: those that the person may see. */
export function ParamsTabs() {
  const t = useT();
  const user = useUser();
  return (
    <nav className="tabs" aria-label={t('params')}>
      {PARAMS.filter(({ permission }) => can(user, permission)).map(({ path, title }) => (
        <NavLink key={path} to={path}>
          {t(title)}
        </NavLink>
      ))}
    </nav>
  );
}
