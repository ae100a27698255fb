import { number, quantity, ref, text } from '#shared/kernel/fields.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { issueMaterial } from './issue.ts';
import { readPartMaterials } from './read-part-materials.ts';
import { reverseIssue } from './reverse-issue.ts';

const partId = ref('part', { required: true });

/** Routes of the materials that are planned for parts and issued to them. */
export const materialRoutes: Route[] = [
  defineQuery({
    path: '/mes/order/part/materials',
    permission: 'WORK_ORDER',
    input: { partId },
    run: ({ db, user, input }) => readPartMaterials(db, user.factoryId, input.partId),
  }),
  defineCommand({
    path: '/mes/order/part/issueMaterial',
    permission: 'MATERIAL_ISSUE',
    input: {
      partId,
      materialId: ref('material', { required: true }),
      quantity: quantity({ required: true, min: 0.0001 }),
      remark: text({ max: 500 }),
    },
    run: ({ tx, input }) => issueMaterial(tx, input),
  }),
  defineCommand({
    path: '/mes/order/part/reverseIssue',
    permission: 'MATERIAL_ISSUE',
    input: {
      issueId: number({
        required: true,
        min: 1,
        max: Number.MAX_SAFE_INTEGER,
        decimals: 0,
        label: 'materialIssue',
      }),
      reason: text({ required: true, max: 500 }),
    },
    run: ({ tx, input }) => reverseIssue(tx, input),
  }),
];
