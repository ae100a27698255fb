import { ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION } from '#shared/kernel/permissions.ts';
import { command, query, type Route } from '../../call/route.ts';
import { identify } from './identify.ts';
import { terminalPeople } from './terminal-people.ts';
import { setPin } from './set-pin.ts';

/** Who is at a terminal. */
export const terminalRoutes: Route[] = [
  // A query, not a command: what a wrong PIN counts must not be rolled back with it.
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
    run: ({ db, user }) => terminalPeople(db, user),
  }),
  command({
    path: '/mes/system/basic/employee/pin',
    permission: 'SYSTEM_BASIC_EMPLOYEE_MODIFY',
    input: { employeeId: ref('employee', { required: true }), pin: text({ required: true, max: 20 }) },
    run: ({ work, input }) => setPin(work, input.employeeId, input.pin),
  }),
];
