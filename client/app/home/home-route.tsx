import { Navigate } from 'react-router-dom';
import { can, SIGNED_IN } from '#shared/kernel/permissions.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import { useUser } from '#client/kit/wire/session.ts';

const HomeScreen = fetchWhenDrawn('HomeScreen', () => import('./home-screen.tsx'));

/** The start page; customers and suppliers see their own orders or work instead. */
export function HomeRoute() {
  return can(useUser(), SIGNED_IN) ? <HomeScreen /> : <Navigate to="/order" replace />;
}
