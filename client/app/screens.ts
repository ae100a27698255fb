import { fetchWhenDrawn as screen } from '#client/kit/fetch-when-drawn.tsx';

/** The screens that are written by hand; each is downloaded when it is first opened. */
export const screens = {
  home: screen('HomeScreen', () => import('./home-screen.tsx')),
  progress: screen('ProgressScreen', () => import('#client/features/progress/progress-screen.tsx')),
  orders: screen('OrderListScreen', () => import('#client/features/order/order-list-screen.tsx')),
  order: screen('OrderScreen', () => import('#client/features/order/order-screen.tsx')),
  andon: screen('AndonScreen', () => import('#client/features/andon/andon-screen.tsx')),
  center: screen('CenterScreen', () => import('#client/features/center/center-screen.tsx')),
  log: screen('LogScreen', () => import('#client/features/log/log-screen.tsx')),
  download: screen('DownloadScreen', () => import('#client/features/download/download-screen.tsx')),
  outsideOrders: screen(
    'OutsideOrdersScreen',
    () => import('#client/features/outside/outside-orders-screen.tsx'),
  ),
  outsideWork: screen('OutsideWorkScreen', () => import('#client/features/outside/outside-work-screen.tsx')),
  columns: screen('ColumnsScreen', () => import('#client/features/column/columns-screen.tsx')),
  deletedData: screen('DeletedDataScreen', () => import('#client/features/recovery/deleted-data-screen.tsx')),
  classify: screen('ClassifyScreen', () => import('#client/features/settings/classify-screen.tsx')),
  jobs: screen('JobsScreen', () => import('#client/features/settings/jobs-screen.tsx')),
  floor: screen('FloorScreen', () => import('#client/features/floor/floor-screen.tsx')),
  wall: screen('WallScreen', () => import('#boards/kit/wall-screen.tsx')),
} as const;
