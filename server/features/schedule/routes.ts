import { MAX_ASKED_STATES } from '#shared/answers/schedule/operation-state.ts';
import { refs } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { getDatabaseTime } from '../../db/clock.ts';
import { applySchedule } from './apply.ts';
import { compareStoredSchedules } from './compare-plans.ts';
import { cancelSchedule, deleteSchedule, requestSchedule } from './compute.ts';
import { loadApplicableRun, readScheduleChanges } from './read-changes.ts';
import { readPlannerInput } from './read-input.ts';
import { readPresentSchedule, readScheduleProposal } from './read-plan.ts';
import { promiseOrder } from './promise.ts';
import { readOperationStates } from './read-states.ts';
import { loadScheduleRuns, readScheduleRun } from './read-runs.ts';
import { SCHEDULE_FIELDS as f } from '#shared/planning/schedule-fields.ts';

/** Routes of cycle scheduling: the planner proposes a plan of all open processes, and people apply it. */
export const scheduleRoutes: Route[] = [
  defineQuery({
    path: '/mes/plan/schedule/list',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: {},
    run: async ({ db, user }) => ({ rows: await loadScheduleRuns(db, user.factoryId) }),
  }),
  defineQuery({
    path: '/mes/plan/schedule/present',
    permission: PRODUCTION_PERMISSION,
    input: {},
    run: ({ db, user }) => readPresentSchedule(db, user.factoryId),
  }),
  defineQuery({
    path: '/mes/plan/schedule/states',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: { processIds: refs('process', { max: MAX_ASKED_STATES, label: 'process' }) },
    run: async ({ db, user, input }) => ({
      rows: await readOperationStates(db, user.factoryId, input.processIds),
    }),
  }),
  defineQuery({
    path: '/mes/plan/schedule/status',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: { id: f.id },
    run: ({ db, user, input }) => readScheduleRun(db, user.factoryId, input.id),
  }),
  defineQuery({
    path: '/mes/plan/schedule/get',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: { id: f.id },
    run: ({ db, user, input }) => readScheduleProposal(db, user.factoryId, input.id),
  }),
  defineQuery({
    path: '/mes/plan/schedule/changes',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: { id: f.id },
    run: async ({ db, user, input }) => {
      const { state } = await readScheduleRun(db, user.factoryId, input.id);
      const run = await loadApplicableRun(db, user.factoryId, input.id, state);
      const { changes } = await readScheduleChanges(db, user, run, getDatabaseTime(db));
      return { rows: changes };
    },
  }),
  defineQuery({
    path: '/mes/plan/schedule/input',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: { horizonDays: f.horizonDays },
    run: ({ db, user, input }) => readPlannerInput(db, user, input.horizonDays, getDatabaseTime(db)),
  }),
  defineCommand({
    path: '/mes/plan/schedule/compute',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: {
      keep: f.keep,
      goal: f.goal,
      level: f.level,
      horizonDays: f.horizonDays,
      name: f.name,
      patches: f.patches,
    },
    run: ({ tx, input }) => requestSchedule(tx, input),
  }),
  defineQuery({
    path: '/mes/plan/schedule/compare',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: { id: f.id, otherId: f.otherId },
    run: ({ db, user, input }) => compareStoredSchedules(db, user.factoryId, input.id, input.otherId),
  }),
  defineQuery({
    path: '/mes/plan/schedule/promise',
    permission: 'WORK_ORDER',
    input: { orderId: f.orderId, dueDate: f.dueDate },
    run: ({ db, user, input }) => promiseOrder(db, user, input),
  }),
  defineCommand({
    path: '/mes/plan/schedule/delete',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: { id: f.id },
    run: ({ tx, input }) => deleteSchedule(tx, input.id),
  }),
  defineCommand({
    path: '/mes/plan/schedule/cancel',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: { id: f.id },
    run: ({ tx, input }) => cancelSchedule(tx, input.id),
  }),
  defineCommand({
    path: '/mes/plan/schedule/apply',
    permission: 'WORK_PLAN_CYCLE_SCHEDULE',
    input: { id: f.id },
    run: ({ tx, user, input }) => applySchedule(tx, user, input.id),
  }),
];
