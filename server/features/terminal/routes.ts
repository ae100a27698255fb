import { ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION } from '#shared/kernel/permissions.ts';
import { command, query, type Route } from '../../call/route.ts';
import { identify } from './identify.ts';
import { readMyWork } from './read-my-work.ts';
import { readQueue } from './read-queue.ts';
import { scan } from './scan.ts';
import { listTerminalPeople } from './list-terminal-people.ts';
import { setPin } from './set-pin.ts';

/** Routes of terminals: identification, scanning, and lists of work. */
export const terminalRoutes: Route[] = [
  // This is a query, because a failed command would roll back the count of wrong PINs.
  query({
    path: '/mes/terminal/identify',
    permission: PRODUCTION,
    input: { badge: text({ max: 200 }), employeeId: ref('employee'), pin: text({ max: 20 }) },
    run: ({ db, user, origin, input }) => identify(db, user, origin, input),
  }),
  query({
    path: '/mes/terminal/people',
    permission: PRODUCTION,
    input: {},
    run: ({ db, user }) => listTerminalPeople(db, user),
  }),
  command({
    path: '/mes/system/basic/employee/pin',
    permission: 'SYSTEM_BASIC_EMPLOYEE_MODIFY',
    input: { employeeId: ref('employee', { required: true }), pin: text({ required: true, max: 20 }) },
    run: ({ work, input }) => setPin(work, input.employeeId, input.pin),
  }),
  query({
    path: '/mes/floor/scan',
    permission: PRODUCTION,
    input: { code: text({ required: true, max: 500, label: 'barcode' }) },
    run: ({ db, user, lang, input }) => scan(db, user, lang, input.code),
  }),
  query({
    path: '/mes/floor/mine',
    permission: PRODUCTION,
    input: {},
    run: ({ db, user }) => readMyWork(db, user),
  }),
  query({
    path: '/mes/floor/queue',
    permission: PRODUCTION,
    input: { workGroupId: ref('workGroup') },
    run: ({ db, user, input }) => readQueue(db, user, input.workGroupId ?? user.workGroupId),
  }),
];
