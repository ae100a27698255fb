import { crudRoutes } from '../crud/routes.ts';
import { andonRoutes } from '../features/andon/routes.ts';
import { demoRoutes } from '../features/demo/routes.ts';
import { fileRoutes } from '../features/file/routes.ts';
import { floorRoutes } from '../features/floor/routes.ts';
import { orderRoutes } from '../features/order/routes.ts';
import { processRoutes } from '../features/process/routes.ts';
import { reportingRoutes } from '../features/reporting/routes.ts';
import { sessionRoutes } from '../features/session/routes.ts';
import { terminalRoutes } from '../features/session/terminal-routes.ts';
import { formRoutes } from '../reports/routes.ts';
import type { RawRoute } from './raw-route.ts';
import type { Route } from './route.ts';

const features: readonly Route[] = [
  ...orderRoutes,
  ...processRoutes,
  ...reportingRoutes,
  ...floorRoutes,
  ...terminalRoutes,
  ...andonRoutes,
  ...demoRoutes,
];

/** Every endpoint of the embedded MES. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...crudRoutes([...features, ...formRoutes]),
  ...features,
  ...formRoutes,
];

/** Every endpoint of the second call type. */
export const rawRoutes: readonly RawRoute[] = fileRoutes;
