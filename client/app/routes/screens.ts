import { fetchWhenDrawn as screen } from '#client/kit/lazy/fetch-when-drawn.tsx';

/** The screens that are written by hand; each is downloaded when it is first opened. */
export const screens = {
  home: screen('HomeScreen', () => import('../home/home-screen.tsx')),
  progress: screen('ProgressScreen', () => import('#client/features/progress/progress-screen.tsx')),
  orders: screen('OrderListScreen', () => import('#client/features/order/list/order-list-screen.tsx')),
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
  classify: screen(
    'ClassificationScreen',
    () => import('#client/features/classification/classification-screen.tsx'),
  ),
  jobs: screen('JobsScreen', () => import('#client/features/job/jobs-screen.tsx')),
  floor: screen('TerminalScreen', () => import('#client/features/terminal/terminal-screen.tsx')),
  wall: screen('WallScreen', () => import('#boards/kit/wall/wall-screen.tsx')),
} as const;
