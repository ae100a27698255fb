import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import {
  getWallRefetchInterval,
  isTemporaryError,
  TEMPORARY_ERROR_CODES,
} from '#client/kit/wire/temporary-errors.ts';
import { ActingTiles } from '../kit/acting/acting-tiles.tsx';
import { WallScreen } from '../kit/wall/wall-screen.tsx';
import { parseContent } from './parse-content.ts';
import { PresetScreen } from './preset-screen.tsx';
import { RefusedWall } from './refused-wall.tsx';
import { WaitingWall } from './waiting-wall.tsx';
import '../kit/board-view.css';
import '../kit/wall/wall.css';

const BOARDS_PATH = '/boards';
/** The errors for which no general message appears, because this screen handles them itself. */
const SHOWN_CODES: readonly ErrorCode[] = [
  ...TEMPORARY_ERROR_CODES,
  'rowNotFound',
  'fieldsInvalid',
  'noPermission',
];

/** Shows a board of the factory in the whole window. Each saved change appears without a reload. */
function SavedBoardScreen({ id }: { id: string }) {
  const { data, error, errorUpdateCount } = useQuery({
    queryKey: queryKeys.entity('board', 'read', id),
    queryFn: ({ signal }) =>
      call<BoardAnswer>('/mes/board/read', { id }, { signal, codesShownElsewhere: SHOWN_CODES }),
    refetchInterval: ({ state }) => getWallRefetchInterval(state.error),
  });
  const content = data?.content;
  const board = useMemo(() => (content === undefined ? null : parseContent(content)), [content]);
  // If the server cannot be reached, the last board stays. A board that is now forbidden disappears.
  const isRefused = error instanceof CallError && !isTemporaryError(error);
  if (data && !isRefused)
    return (
      <WallScreen
        title={data.name}
        board={board}
        exitPath={BOARDS_PATH}
        playbackPath={`/board/${data.id}/playback`}
        editPath={data.mayChange ? `/board/${data.id}/edit` : undefined}
      />
    );
  if (error && !isTemporaryError(error)) return <RefusedWall error={error} exitPath={BOARDS_PATH} />;
  return errorUpdateCount > 0 ? (
    <WaitingWall exitPath={BOARDS_PATH} />
  ) : (
    <main className="wall" aria-busy="true" />
  );
}

/** Shows the board or the preset in the address. Employees can act on its rows, except in full screen. */
export function BoardScreen() {
  const { id = '' } = useParams();
  const preset = BOARD_PRESETS.find((name) => name === id);
  return (
    <ActingTiles>
      {preset ? (
        <PresetScreen preset={preset} exitPath={BOARDS_PATH} playbackPath={`/board/${preset}/playback`} />
      ) : (
        <SavedBoardScreen id={id} />
      )}
    </ActingTiles>
  );
}
