import { MAX_BOARD_TEXT_LENGTH } from '#shared/boards/board.ts';
import { LARGE_SCREENS } from '#shared/boards/preset-names.ts';
import { choice, moment, ref, text } from '#shared/kernel/fields.ts';
import { PRODUCTION_PERMISSION, SIGNED_IN_PERMISSION } from '#shared/kernel/permissions.ts';
import { defineQuery, type Route } from '../../call/route.ts';
import { readRecordedBoard, readRecordedScreen } from './read-recorded-board.ts';
import { readRecordedActivity, readRecordedRows } from './read-recorded-rows.ts';

const at = moment({ required: true, label: 'playbackTime' });
/** The sources as JSON, and the span of time. */
const sourcesAndSpan = {
  sources: text({ required: true, max: MAX_BOARD_TEXT_LENGTH, label: 'boardSources' }),
  from: moment({ required: true, label: 'playbackFrom' }),
  until: moment({ required: true, label: 'playbackUntil' }),
};

/**
 * Routes of the playback of boards, for the employees of the factory. Customers, suppliers, paired screens and shared
 * links may not play back anything. A source needs the same permission as for watching it live.
 */
export const recordingRoutes: Route[] = [
  defineQuery({
    path: '/mes/recording/rows',
    permission: PRODUCTION_PERMISSION,
    input: sourcesAndSpan,
    run: ({ db, user, input }) => readRecordedRows(db, user, input),
  }),
  defineQuery({
    path: '/mes/recording/activity',
    permission: PRODUCTION_PERMISSION,
    input: sourcesAndSpan,
    run: ({ db, user, input }) => readRecordedActivity(db, user, input),
  }),
  defineQuery({
    path: '/mes/recording/board',
    permission: SIGNED_IN_PERMISSION,
    input: { id: ref('board', { required: true, label: 'board' }), at },
    run: ({ db, user, input }) => readRecordedBoard(db, user, input.id, input.at),
  }),
  defineQuery({
    path: '/mes/recording/screen',
    permission: PRODUCTION_PERMISSION,
    input: { screen: choice(LARGE_SCREENS, { required: true, label: 'largeScreen' }), at },
    run: ({ db, user, input }) => readRecordedScreen(db, user, input.screen, input.at),
  }),
];
