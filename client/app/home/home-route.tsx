import { Navigate } from 'react-router-dom';
import { hasPermission, SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { useUser } from '#client/kit/wire/session.ts';

const HomeScreen = fetchOnFirstRender('HomeScreen', () => import('./home-screen.tsx'));

/** The start page. It redirects customers and suppliers to /order, which shows their own orders or work. */
export function HomeRoute() {
  return hasPermission(useUser(), SIGNED_IN_PERMISSION) ? <HomeScreen /> : <Navigate to="/order" replace />;
}
