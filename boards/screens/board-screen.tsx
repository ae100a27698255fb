import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { BoardAnswer } from '#shared/answers/boards/board.ts';
import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import type { ErrorCode } from '#shared/kernel/error-catalogue.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { TEMPORARY_ERROR_CODES } from '#client/kit/wire/temporary-errors.ts';
import { useT } from '#client/kit/words/t.ts';
import { ActingTiles } from '../kit/acting/acting-tiles.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { WallScreen } from '../kit/wall/wall-screen.tsx';
import { parseContent } from './parse-content.ts';
import { PresetScreen } from './preset-screen.tsx';
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
  const t = useT();
  const { data, error } = useQuery({
    queryKey: queryKeys.entity('board', 'read', id),
    queryFn: ({ signal }) =>
      call<BoardAnswer>('/mes/board/read', { id }, { signal, codesShownElsewhere: SHOWN_CODES }),
  });
  const content = data?.content;
  const board = useMemo(() => (content === undefined ? null : parseContent(content)), [content]);
  // If the server cannot be reached, the last board stays. A board that is now forbidden disappears.
  const isRefused = error instanceof CallError && !TEMPORARY_ERROR_CODES.includes(error.code);
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
  if (!error) return <main className="wall" aria-busy="true" />;
  return (
    <main className="wall">
      <div className="board-missing">
        <TileMessage isProblem>{error.message}</TileMessage>
        <Link className="wall-control" to={BOARDS_PATH}>
          {t('leaveWall')}
        </Link>
      </div>
    </main>
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
