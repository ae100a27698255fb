import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { useUser } from '#client/kit/wire/session.ts';

const OrderListScreen = fetchOnFirstRender(
  'OrderListScreen',
  () => import('#client/features/order/list/order-list-screen.tsx'),
);
const CustomerOrdersScreen = fetchOnFirstRender(
  'OutsideOrdersScreen',
  () => import('#client/features/outside/outside-orders-screen.tsx'),
);
const MyKanbans = fetchOnFirstRender('MyKanbans', () => import('../kanban-pages/my-kanbans.tsx'));
const SupplierWorkScreen = fetchOnFirstRender(
  'OutsideWorkScreen',
  () => import('#client/features/outside/outside-work-screen.tsx'),
);

const OrderScreen = fetchOnFirstRender(
  'OrderScreen',
  () => import('#client/features/order/order-screen.tsx'),
);
const CustomerOrderScreen = fetchOnFirstRender(
  'OutsideOrderScreen',
  () => import('#client/features/outside/outside-order-screen.tsx'),
);

/** The page of one order. Customers see a separate screen with less data. */
export function OrderRoute() {
  return useUser().kind === 'customer' ? <CustomerOrderScreen /> : <OrderScreen />;
}

/** The list of orders. Customers and suppliers see only their own orders or work. */
export function OrdersRoute() {
  const { kind } = useUser();
  if (kind === 'customer')
    return (
      <>
        <MyKanbans />
        <CustomerOrdersScreen />
      </>
    );
  return kind === 'supplier' ? <SupplierWorkScreen /> : <OrderListScreen />;
}
