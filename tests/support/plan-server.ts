import { entities, type Entity } from '#shared/entities/index.ts';
import type { TestDatabase } from './databases.ts';
import { PlanClient } from './plan-client.ts';
import { createPlanMasters, type PlanMasters } from './plan-masters.ts';
import { startAdminServer, type AdminServer } from './server.ts';

/** A server with master data for plans, and functions that import plans and read the imported orders. */
export interface PlanServer {
  server: AdminServer;
  plans: PlanClient;
  masters: PlanMasters;
  findOrder: (code: string) => Promise<Entity<'workOrder'>>;
  readParts: (orderId: number) => Promise<Entity<'part'>[]>;
  readProcesses: (partId: number) => Promise<Entity<'process'>[]>;
  readCards: (partId: number) => Promise<Entity<'card'>[]>;
  /** Reads the routing of each part of an order: the code of the part, and the names of its processes. */
  readRoutings: (code: string) => Promise<string[][]>;
  /** Checks a workbook. @returns its problems, such as `2A Required` */
  listProblems: (book: Parameters<PlanClient['check']>[0]) => Promise<string[]>;
}

/** Starts a server with an empty factory, and creates master data for plans. */
export async function startPlanServer(database: TestDatabase): Promise<PlanServer> {
  const server = await startAdminServer(database);
  const plans = new PlanClient(server.url, server.admin.token!);
  const readRows = async <R>(path: string, filter: Record<string, unknown>, sort = 'id') =>
    (await server.admin.call<{ rows: R[] }>(`${path}/page`, { filter, sort, limit: 500 })).rows;
  const findOrder = async (code: string) => {
    const rows = await readRows<Entity<'workOrder'>>(entities.workOrder.path, { code });
    return rows.find((row) => row.code === code)!;
  };
  const readParts = (orderId: number) => readRows<Entity<'part'>>(entities.part.path, { orderId });
  const readProcesses = (partId: number) =>
    readRows<Entity<'process'>>(entities.process.path, { partId }, 'seq');
  return {
    server,
    plans,
    masters: await createPlanMasters(server.admin),
    findOrder,
    readParts,
    readProcesses,
    readCards: (partId) => readRows<Entity<'card'>>(entities.card.path, { partId }),
    readRoutings: async (code) => {
      const parts = await readParts((await findOrder(code)).id);
      return Promise.all(
        parts.map(async (part) => [
          part.code,
          ...(await readProcesses(part.id)).map(({ name }) => name ?? ''),
        ]),
      );
    },
    listProblems: async (book) =>
      (await plans.check(book)).problems.map(({ row, place, reason }) => `${row}${place ?? ''} ${reason}`),
  };
}
