import { Navigate } from 'react-router-dom';
import { useUser } from '#client/kit/wire/session.ts';
import { FORBIDDEN_PATH } from '#client/kit/pages/addresses.ts';
import { menuFor } from '../shell/menu.ts';
import { isBasicData } from './basic-data.ts';

/** /system/basic itself: leads to the first of its pages that the person may see. */
export function BasicDataIndex() {
  const user = useUser();
  const first = menuFor(user)
    .flatMap((group) => group.items)
    .find((item) => isBasicData(item.path));
  return <Navigate to={first?.path ?? FORBIDDEN_PATH} replace />;
}
