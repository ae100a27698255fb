import { Navigate } from 'react-router-dom';
import { can, SIGNED_IN } from '#shared/kernel/permissions.ts';
import { useUser } from '#client/kit/session.ts';
import { screens } from './screens.ts';

/** What somebody sees first; customers and suppliers, what is theirs. */
export function HomeRoute() {
  return can(useUser(), SIGNED_IN) ? <screens.home /> : <Navigate to="/order" replace />;
}
