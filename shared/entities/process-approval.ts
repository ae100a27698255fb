import { defineEntity } from '#shared/kernel/entity.ts';
import { approvalFields } from './approval-fields.ts';

/** The approval chain for changes of processes. The server does not require these approvals yet. */
export const processApproval = defineEntity({
  name: 'processApproval',
  path: '/mes/system/approval/process',
  permission: 'SYSTEM_APPROVAL_PROCESS_PROCESS',
  shownAs: 'name',
  sort: 'code',
  filters: ['approvalType'],
  derived: ['chainStatus'],
  fields: approvalFields,
});

export const processApprovalTerms = {
  processApproval: ['工序审批流程', 'Process approval workflow', '工序審批流程', '工程の承認フロー'],
} as const;
