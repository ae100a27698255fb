import type { Feature } from '#client/crud/pages/feature.ts';

export const customPages = {
  workOrder: { rowPath: (row) => `/order/${row.id}`, byId: true },
  part: { rowPath: (row) => `/order/${String(row['orderId'])}?part=${row.id}` },
  process: { on: 'partId' },
  card: { on: 'partId' },
  workReport: { on: 'processId' },
} satisfies Feature['customPages'];
