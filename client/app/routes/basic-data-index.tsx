import { Navigate } from 'react-router-dom';
import { useUser } from '#client/kit/wire/session.ts';
import { FORBIDDEN_PATH } from '#client/kit/pages/addresses.ts';
import { buildMenu, listMenuItems } from '../shell/menu.ts';
import { isBasicDataPath } from './basic-data.ts';

/**
 * Redirects /system/basic to the first basic-data page that the user may open; to the 403 page if there is
 * none.
 */
export function BasicDataIndex() {
  const user = useUser();
  const firstItem = listMenuItems(buildMenu(user)).find((item) => isBasicDataPath(item.path));
  return <Navigate to={firstItem?.path ?? FORBIDDEN_PATH} replace />;
}
