import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../../call/route.ts';
import { confirmNode, withdrawConfirmation } from './confirm-node.ts';
import { listStandings, listWaitingNodes } from './list-plans.ts';
import { listNotices, markNoticeSeen } from './notices.ts';
import { PLAN_FIELDS as f } from './plan-fields.ts';
import { readPlan } from './read-plan.ts';

/** Routes of master plans, besides those that every entity has. */
export const masterPlanRoutes: Route[] = [
  defineQuery({
    path: '/mes/plan/master/detail',
    permission: PRODUCTION_PERMISSION,
    input: { id: f.id },
    run: ({ db, user, input }) => readPlan(db, user, input.id),
  }),
  defineQuery({
    path: '/mes/plan/master/standings',
    permission: PRODUCTION_PERMISSION,
    input: { orderId: f.orderId, projectId: f.projectId },
    run: async ({ db, user, input }) => ({ rows: await listStandings(db, user, input) }),
  }),
  defineQuery({
    path: '/mes/plan/master/waiting',
    permission: PRODUCTION_PERMISSION,
    input: {},
    run: async ({ db, user }) => ({
      rows: await listWaitingNodes(db, user),
      notices: await listNotices(db, user),
    }),
  }),
  defineCommand({
    path: '/mes/plan/master/confirm',
    permission: PRODUCTION_PERMISSION,
    input: { id: f.id, seq: f.seq, nodeId: f.nodeId, kind: f.kind, day: f.day, remark: f.remark },
    run: ({ tx, user, input }) => confirmNode(tx, user, input),
  }),
  defineCommand({
    path: '/mes/plan/master/withdraw',
    permission: PRODUCTION_PERMISSION,
    input: { id: f.id, confirmationId: f.confirmationId, reason: f.reason },
    run: ({ tx, user, input }) => withdrawConfirmation(tx, user, input),
  }),
  defineCommand({
    path: '/mes/plan/master/seen',
    permission: PRODUCTION_PERMISSION,
    input: { noticeId: f.noticeId },
    run: ({ tx, user, input }) => markNoticeSeen(tx, user, input.noticeId),
  }),
];
