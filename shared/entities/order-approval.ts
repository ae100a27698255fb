import { defineEntity } from '#shared/kernel/entity.ts';
import { approvalFields } from './approval-fields.ts';

/** The approval chain for changes of work orders. The server does not require these approvals yet. */
export const orderApproval = defineEntity({
  name: 'orderApproval',
  path: '/mes/system/approval/order',
  permission: 'SYSTEM_APPROVAL_PROCESS_ORDER',
  shownAs: 'name',
  sort: 'code',
  filters: ['approvalType'],
  derived: ['chainStatus'],
  fields: approvalFields,
});

export const orderApprovalTerms = {
  orderApproval: ['工单审批流程', 'Order approval workflow', '工單審批流程', '指図の承認フロー'],
} as const;
