import { NavLink } from 'react-router-dom';
import { can, type Permission } from '#shared/kernel/permissions.ts';
import { useUser } from '#client/kit/session.ts';
import { useT } from '#client/kit/t.ts';
import './tabs.css';

/** The parameters, each with the permission that shows it. */
export const PARAMS = [
  { path: '/system/params/sip', title: 'sips', permission: 'SYSTEM_PARAM_SETTING_SIP' },
  { path: '/system/params/sop', title: 'sops', permission: 'SYSTEM_PARAM_SETTING_SOP' },
  { path: '/system/params/form', title: 'formSetting', permission: 'SYSTEM_PARAM_SETTING_FORM' },
] as const satisfies readonly { path: string; title: string; permission: Permission }[];

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
