import { Navigate } from 'react-router-dom';
import { can, SIGNED_IN } from '#shared/kernel/permissions.ts';
import { lazyComponent } from '#client/kit/pages/lazy-component.ts';
import { useUser } from '#client/kit/wire/session.ts';

const HomeScreen = lazyComponent('HomeScreen', () => import('./home-screen.tsx'));

/** What somebody sees first; customers and suppliers, what is theirs. */
export function HomeRoute() {
  return can(useUser(), SIGNED_IN) ? <HomeScreen /> : <Navigate to="/order" replace />;
}
