import { flag, number, ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { getDatabaseTime } from '../../db/clock.ts';
import { readReleasedLines } from '../../ledger/released/released-lines.ts';
import { loadWorkQueue, loadWorkQueuePage } from '../../ledger/work-queue.ts';
import { identifyAndOpenSession } from './identify.ts';
import { listTerminalDevices } from './list-devices.ts';
import { readMyWork, readRunningWork } from './read-my-work.ts';
import { readWorkToday } from './read-work-today.ts';
import { lookUpScannedCode } from './scan.ts';
import { listTerminalPeople } from './list-terminal-people.ts';
import { hashPin, setPin } from './set-pin.ts';

const MAX_QUEUED_PROCESSES = 40;
const MAX_RUNNING_PROCESSES = 200;

export const terminalRoutes: Route[] = [
  // This is a query, because a failed command would roll back the count of wrong PINs.
  defineQuery({
    path: '/mes/terminal/identify',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { badge: text({ max: 200 }), employeeId: ref('employee'), pin: text({ max: 20 }) },
    run: ({ db, user, sender, input }) => identifyAndOpenSession(db, user, sender, input),
  }),
  defineQuery({
    path: '/mes/terminal/people',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: {},
    run: ({ db, user }) => listTerminalPeople(db, user),
  }),
  defineCommand({
    path: '/mes/system/basic/employee/pin',
    permission: 'SYSTEM_BASIC_EMPLOYEE_MODIFY',
    input: { employeeId: ref('employee', { required: true }), pin: text({ required: true, max: 20 }) },
    before: ({ input }) => hashPin(input.pin),
    run: ({ tx, input, prepared: pinHash }) => setPin(tx, input.employeeId, pinHash),
  }),
  defineQuery({
    path: '/mes/floor/scan',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { code: text({ required: true, max: 500, label: 'barcode' }) },
    run: ({ db, user, lang, input }) => lookUpScannedCode(db, user, lang, input.code),
  }),
  defineQuery({
    path: '/mes/floor/mine',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: {},
    run: ({ db, user }) => readMyWork(db, user, MAX_RUNNING_PROCESSES),
  }),
  defineQuery({
    path: '/mes/floor/queue',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { workGroupId: ref('workGroup'), everybody: flag({ label: 'workOfEverybody' }) },
    run: async ({ db, user, input }) => {
      const workGroupId = input.everybody ? null : (input.workGroupId ?? user.workGroupId);
      const at = getDatabaseTime(db).toISOString();
      return loadWorkQueue(
        db,
        user.factoryId,
        workGroupId === null ? null : [workGroupId],
        MAX_QUEUED_PROCESSES,
        await readReleasedLines(db, user.factoryId, { zone: user.zone, at }),
      );
    },
  }),
  defineQuery({
    path: '/mes/floor/todo',
    permission: PRODUCTION_PERMISSION,
    input: {
      everybody: flag({ label: 'workOfEverybody' }),
      search: text({ max: 100, label: 'search' }),
      offset: number({ min: 0, max: 1_000_000, decimals: 0, initial: 0, label: 'rows' }),
      limit: number({ min: 1, max: 200, decimals: 0, initial: 50, label: 'rows' }),
    },
    run: ({ db, user, input: { everybody, search, ...page } }) =>
      loadWorkQueuePage(
        db,
        user.factoryId,
        { workGroupIds: everybody || user.workGroupId === null ? null : [user.workGroupId], search },
        page,
      ),
  }),
  defineQuery({
    path: '/mes/floor/running',
    permission: PRODUCTION_PERMISSION,
    input: { everybody: flag({ label: 'workOfEverybody' }) },
    run: ({ db, user, input }) =>
      readRunningWork(
        db,
        user,
        input.everybody || user.workGroupId === null ? null : { workGroupId: user.workGroupId },
        MAX_RUNNING_PROCESSES,
      ),
  }),
  defineQuery({
    path: '/mes/floor/devices',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { workGroupId: ref('workGroup', { required: true }) },
    run: ({ db, user, input }) => listTerminalDevices(db, user, input.workGroupId),
  }),
  defineQuery({
    path: '/mes/floor/today',
    permission: PRODUCTION_PERMISSION,
    allowsTerminals: true,
    input: { workGroupId: ref('workGroup') },
    run: ({ db, user, input }) => readWorkToday(db, user, input.workGroupId ?? user.workGroupId),
  }),
];
