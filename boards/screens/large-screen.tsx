import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LargeScreenAnswer } from '#shared/answers/boards/board.ts';
import {
  DEFAULT_PRESET_BY_SCREEN,
  LARGE_SCREEN_PATHS,
  type LargeScreen as LargeScreenName,
} from '#shared/boards/preset-names.ts';
import { call } from '#client/kit/wire/call.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { WallScreen } from '../kit/wall/wall-screen.tsx';
import { parseContent } from './parse-content.ts';
import { PresetScreen } from './preset-screen.tsx';

/**
 * Shows what the factory has chosen for one of its large screens. A change of the choice or of the board appears
 * without a reload. The default preset is shown if the call fails, e.g. because an upstream MES lacks this call.
 */
export function LargeScreen({ screen }: { screen: LargeScreenName }) {
  const { data, isError } = useQuery({
    queryKey: queryKeys.entity('board', 'shown', screen),
    queryFn: ({ signal }) =>
      call<LargeScreenAnswer>(
        '/mes/board/shown',
        { screen },
        { signal, codesShownElsewhere: ['notFound', 'requestFailed', 'timedOut', 'databaseAway'] },
      ),
    meta: { watches: ['board', 'largeScreen'] },
  });
  const content = data?.board?.content;
  const board = useMemo(() => (content === undefined ? null : parseContent(content)), [content]);
  // A server that does not answer this call has no recordings either.
  const playbackPath = data ? `${LARGE_SCREEN_PATHS[screen]}/playback` : undefined;
  if (data?.board) return <WallScreen title={data.board.name} board={board} playbackPath={playbackPath} />;
  if (data || isError)
    return (
      <PresetScreen preset={data?.preset ?? DEFAULT_PRESET_BY_SCREEN[screen]} playbackPath={playbackPath} />
    );
  return <main className="wall" aria-busy="true" />;
}
