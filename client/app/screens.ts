import { lazy, type ComponentType } from 'react';

const screen = <K extends string>(name: K, load: () => Promise<{ [name in K]: ComponentType }>) =>
  lazy(async () => ({ default: (await load())[name] }));

/** The screens that are written by hand; each is downloaded when it is first opened. */
export const screens = {
  home: screen('HomeScreen', () => import('./home-screen.tsx')),
  progress: screen('ProgressScreen', () => import('#client/features/progress/progress-screen.tsx')),
  orders: screen('OrderListScreen', () => import('#client/features/order/order-list-screen.tsx')),
  order: screen('OrderScreen', () => import('#client/features/order/order-screen.tsx')),
  andon: screen('AndonScreen', () => import('#client/features/andon/andon-screen.tsx')),
  factory: screen('FactoryScreen', () => import('#client/features/factory/factory-screen.tsx')),
  employeeEdit: screen(
    'EmployeeEditScreen',
    () => import('#client/features/employee/employee-edit-screen.tsx'),
  ),
  floor: screen('FloorScreen', () => import('#client/features/floor/floor-screen.tsx')),
  wall: screen('WallScreen', () => import('#boards/kit/wall-screen.tsx')),
} as const;
