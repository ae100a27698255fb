import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LargeScreenAnswer } from '#shared/answers/boards/board.ts';
import {
  DEFAULT_PRESET_BY_SCREEN,
  LARGE_SCREEN_PATHS,
  type LargeScreen as LargeScreenName,
} from '#shared/boards/preset-names.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import {
  getWallRefetchInterval,
  isTemporaryError,
  TEMPORARY_ERROR_CODES,
} from '#client/kit/wire/temporary-errors.ts';
import { WallScreen } from '../kit/wall/wall-screen.tsx';
import { parseContent } from './parse-content.ts';
import { PresetScreen } from './preset-screen.tsx';
import { RefusedWall } from './refused-wall.tsx';
import { WaitingWall } from './waiting-wall.tsx';

/** The page to which the user can leave a large screen. */
const EXIT_PATH = '/';
/** The errors of an upstream MES that lacks the call or the choice. */
const MISSING_CODES: readonly ErrorCode[] = ['notFound', 'rowNotFound'];
/** The errors for which no general message appears, because this screen handles them itself. */
const SHOWN_CODES: readonly ErrorCode[] = [...TEMPORARY_ERROR_CODES, ...MISSING_CODES, 'noPermission'];

/**
 * Shows what the factory has chosen for one of its large screens. A change of the choice or of the board appears
 * without a reload. The default preset is shown only if the server says that there is no such call or choice: after
 * any other error it would replace the chosen board.
 */
export function LargeScreen({ screen }: { screen: LargeScreenName }) {
  const { data, error, errorUpdateCount } = useQuery({
    queryKey: queryKeys.entity('board', 'shown', screen),
    queryFn: ({ signal }) =>
      call<LargeScreenAnswer>('/mes/board/shown', { screen }, { signal, codesShownElsewhere: SHOWN_CODES }),
    refetchInterval: ({ state }) => getWallRefetchInterval(state.error),
    meta: { watches: ['board', 'largeScreen'] },
  });
  const content = data?.board?.content;
  const board = useMemo(() => (content === undefined ? null : parseContent(content)), [content]);
  // A server that does not answer this call has no recordings either.
  const playbackPath = data ? `${LARGE_SCREEN_PATHS[screen]}/playback` : undefined;
  if (data?.board) return <WallScreen title={data.board.name} board={board} playbackPath={playbackPath} />;
  const isMissing = error instanceof CallError && MISSING_CODES.includes(error.code);
  if (data || isMissing)
    return (
      <PresetScreen preset={data?.preset ?? DEFAULT_PRESET_BY_SCREEN[screen]} playbackPath={playbackPath} />
    );
  if (error && !isTemporaryError(error)) return <RefusedWall error={error} exitPath={EXIT_PATH} />;
  return errorUpdateCount > 0 ? (
    <WaitingWall exitPath={EXIT_PATH} />
  ) : (
    <main className="wall" aria-busy="true" />
  );
}
