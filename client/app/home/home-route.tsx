import { Navigate } from 'react-router-dom';
import { can, SIGNED_IN } from '#shared/kernel/permissions.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { screens } from '../routes/screens.ts';

/** What somebody sees first; customers and suppliers, what is theirs. */
export function HomeRoute() {
  return can(useUser(), SIGNED_IN) ? <screens.home /> : <Navigate to="/order" replace />;
}
