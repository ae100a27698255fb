import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readBoard } from '#shared/boards/board.ts';
import type { BoardPreset } from '#shared/boards/preset-names.ts';
import type { SourceName } from '#shared/kernel/wire.ts';
import { getServerTime } from '#client/kit/live/live.ts';
import { PlaybackContext } from '#client/kit/live/playback.ts';
import { formatLocalTime } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { BoardView } from '../../kit/board-view.tsx';
import { useBoxSize } from '../../kit/drawing/use-box-size.ts';
import { fitStage } from '../../kit/stage/fit-stage.ts';
import { stackTiles } from '../../kit/stage/stack-tiles.ts';
import { Stage } from '../../kit/stage/stage.tsx';
import { TileMessage } from '../../kit/tile/tile-card.tsx';
import { WallHead } from '../../kit/wall/wall-head.tsx';
import { findPortraitPreset, presets } from '../../presets/index.ts';
import { widgets } from '../../widgets/index.ts';
import { parseContent } from '../parse-content.ts';
import { loadRecordedRows } from './load-recording.ts';
import { findNearestRecording, useRecordedActivity } from './nearest-recording.ts';
import { PlaybackBar } from './playback-bar.tsx';
import type { PlaybackState } from './playback-state.ts';
import { Player } from './player.ts';
import { RecordingAbsenceNote } from './recording-absence-note.tsx';
import { usePlaybackKeys } from './use-playback-keys.ts';
import { useRecordedBoard, type PlaybackTarget } from './use-recorded-board.ts';
import '../../kit/board-view.css';
import '../../kit/wall/wall.css';
import './playback.css';

const NOT_LIVE_SHAPE = '◆';
/** The delay in milliseconds before a new position is written into the address, because browsers limit such changes. */
const ADDRESS_DELAY_MS = 500;

/** Shows that the page plays back a recording, and the played time. */
function PlaybackBand({ positionMs, notes }: { positionMs: number; notes: readonly string[] }) {
  const t = useT();
  const localTime = formatLocalTime(positionMs, useTimeZone());
  return (
    <div className="playback-band" role="status" aria-live="off">
      <strong>
        <span aria-hidden="true">{NOT_LIVE_SHAPE}</span> {t('playbackNotLive')}
      </strong>
      <time dateTime={new Date(positionMs).toISOString()}>
        {t('playbackOf', { time: localTime.replace('T', ' ') })}
      </time>
      {notes.map((note) => (
        <span key={note}>{note}</span>
      ))}
    </div>
  );
}

/** Draws a recorded board in the part of the window that the controls leave free. */
function RecordedStage({
  title,
  landscapeBoard,
  portraitBoard,
}: {
  title: string;
  landscapeBoard: unknown;
  portraitBoard: unknown;
}) {
  const [boxRef, size] = useBoxSize();
  const isPortrait = size !== null && size.height > size.width;
  const storedBoard = isPortrait ? (portraitBoard ?? landscapeBoard) : landscapeBoard;
  const board = useMemo(() => readBoard(storedBoard), [storedBoard]);
  const fit = fitStage(size ?? { width: 1, height: 1 }, board.stage);
  const shownBoard = useMemo(() => (fit.isStacked ? stackTiles(board) : board), [board, fit.isStacked]);
  return (
    <div className="playback-stage" ref={boxRef}>
      {size && (
        <Stage fit={fit} area={size} textSizePx={board.theme.text}>
          <WallHead title={title} />
          <div className="wall-stage-fill">
            <BoardView board={shownBoard} widgets={widgets} />
          </div>
        </Stage>
      )}
    </div>
  );
}

/** Returns the sources that the player shows; the same array until they change. */
function useShownSources(player: Player): readonly SourceName[] {
  const last = useRef<{ sourcesJson: string; sources: readonly SourceName[] }>({
    sourcesJson: '[]',
    sources: [],
  });
  return useSyncExternalStore(player.subscribe, () => {
    const sources = player.listSources();
    const sourcesJson = JSON.stringify(sources);
    if (sourcesJson !== last.current.sourcesJson) last.current = { sourcesJson, sources };
    return last.current.sources;
  });
}

/** Writes the time at which the playback is paused into the address, so that a person can share the address. */
function useAddressTime({ isPlaying, positionMs }: PlaybackState): void {
  const [search, setSearch] = useSearchParams();
  const addressAt = search.get('at');
  const pausedAt = isPlaying ? addressAt : new Date(positionMs).toISOString();
  useEffect(() => {
    if (pausedAt === null || pausedAt === addressAt) return;
    const timer = setTimeout(() => setSearch({ at: pausedAt }, { replace: true }), ADDRESS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [pausedAt, addressAt, setSearch]);
}

/** Parses the time in the address, `?at=` with an ISO 8601 instant. Returns milliseconds since 1970. */
const parseAddressTime = (text: string | null): number | null => {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
};

interface Props {
  /** The saved board or the large screen; null for a preset. */
  target: PlaybackTarget | null;
  preset: BoardPreset | null;
  livePath: string;
}

/**
 * Plays back what a board showed. Its tiles, clocks and elapsed times show the played time. A band says all the time
 * that the page is not live.
 */
export function PlaybackScreen({ target, preset: givenPreset, livePath }: Props) {
  const t = useT();
  const [search] = useSearchParams();
  const [player] = useState(
    () =>
      new Player({ load: loadRecordedRows, getNow: getServerTime, atMs: parseAddressTime(search.get('at')) }),
  );
  useEffect(() => player.start(), [player]);
  usePlaybackKeys(player.getState, player.dispatch);
  const state = useSyncExternalStore(player.subscribe, player.getState);
  const hasFailed = useSyncExternalStore(player.subscribe, player.hasFailed);
  const sources = useShownSources(player);
  const activity = useRecordedActivity(sources, state);
  useEffect(() => {
    if (activity) player.openWithRecording(activity);
  }, [activity, player]);
  const nearest = activity ? findNearestRecording(activity, state.positionMs) : null;
  const { board, error, retry } = useRecordedBoard(target, state.positionMs);
  useAddressTime(state);
  const presetName = givenPreset ?? board?.preset ?? null;
  const content = board?.content ?? null;
  const savedBoard = useMemo(() => (content === null ? null : parseContent(content)), [content]);
  const preset = presetName === null ? null : presets[presetName];
  const notes = [
    ...(board && !board.isExact ? [t('layoutNotKept')] : []),
    ...(hasFailed || (error && board) ? [t('recordingUnreachable')] : []),
  ];
  return (
    <main className="wall playback">
      <PlaybackBand positionMs={state.positionMs} notes={notes} />
      {nearest && (
        <RecordingAbsenceNote nearest={nearest} onSeek={(toMs) => player.dispatch({ type: 'seek', toMs })} />
      )}
      <PlaybackContext value={player}>
        {board || preset ? (
          <RecordedStage
            title={preset ? t(preset.title) : (board?.name ?? '')}
            landscapeBoard={preset ? preset.board : savedBoard}
            portraitBoard={presetName && findPortraitPreset(presetName)?.board}
          />
        ) : (
          <div className="playback-stage" aria-busy={!error}>
            {error && (
              <div className="board-missing">
                <TileMessage isProblem>{error.message}</TileMessage>
                <button type="button" className="wall-control" onClick={retry}>
                  {t('retry')}
                </button>
              </div>
            )}
          </div>
        )}
      </PlaybackContext>
      <PlaybackBar
        state={state}
        bounds={player.bounds}
        activity={activity}
        livePath={livePath}
        dispatch={player.dispatch}
      />
    </main>
  );
}
