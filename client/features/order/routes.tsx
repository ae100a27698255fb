import type { Feature } from '#client/crud/pages/feature.ts';

export const customPages = {
  workOrder: { rowPath: (row) => `/order/${row.id}`, isIdEnough: true },
  part: { rowPath: (row) => `/order/${String(row['orderId'])}?part=${row.id}` },
  process: { parentField: 'partId' },
  card: { parentField: 'partId' },
  workReport: { parentField: 'processId' },
} satisfies Feature['customPages'];
