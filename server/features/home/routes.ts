import { MAX_BOARD_TEXT_LENGTH } from '#shared/boards/board.ts';
import { choice, number, text } from '#shared/kernel/fields.ts';
import { SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineCommand, defineQuery, type Route } from '../../call/route.ts';
import { setFirstStepsHidden, readFirstSteps } from './first-steps.ts';
import { readHomeBoard, resetHomeBoard, saveHomeBoard } from './home-board.ts';

const version = number({ required: true, min: 0, max: 2_000_000_000, decimals: 0 });
const content = text({ required: true, max: MAX_BOARD_TEXT_LENGTH, label: 'boardText' });

export const homeRoutes: Route[] = [
  defineQuery({
    path: '/mes/home/firstSteps',
    permission: SIGNED_IN_PERMISSION,
    input: {},
    run: ({ db, user }) => readFirstSteps(db, user),
  }),
  defineCommand({
    path: '/mes/home/firstSteps/hide',
    permission: SIGNED_IN_PERMISSION,
    // The input is a choice instead of a flag. A missing flag counts as false, so an incomplete call would
    // show the steps again.
    input: {
      action: choice(['hideFirstSteps', 'showFirstSteps'], { required: true, label: 'hideFirstSteps' }),
    },
    run: ({ tx, user, input }) => setFirstStepsHidden(tx, user.accountId, input.action === 'hideFirstSteps'),
  }),
  // These calls have no account as input: users can read and change only their own home page.
  defineQuery({
    path: '/mes/home/board',
    permission: SIGNED_IN_PERMISSION,
    input: {},
    run: ({ db, user }) => readHomeBoard(db, user),
  }),
  defineCommand({
    path: '/mes/home/board/save',
    permission: SIGNED_IN_PERMISSION,
    input: { version, content },
    run: ({ tx, user, input }) => saveHomeBoard(tx, user, input),
  }),
  defineCommand({
    path: '/mes/home/board/reset',
    permission: SIGNED_IN_PERMISSION,
    input: { version },
    run: ({ tx, user, input }) => resetHomeBoard(tx, user, input.version),
  }),
];
