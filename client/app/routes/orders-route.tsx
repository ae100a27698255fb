import { useUser } from '#client/kit/wire/session.ts';
import { screens } from './screens.ts';

/** The orders of the factory, or what somebody from outside may see of them. */
export function OrdersRoute() {
  const { kind } = useUser();
  if (kind === 'customer') return <screens.outsideOrders />;
  return kind === 'supplier' ? <screens.outsideWork /> : <screens.orders />;
}
