import { useParams } from 'react-router-dom';
import { BOARD_PRESETS } from '#shared/boards/preset-names.ts';
import { PlaybackScreen } from './playback-screen.tsx';

/** Plays back the board or the preset that the address names. */
export function BoardPlayback() {
  const { id = '' } = useParams();
  const preset = BOARD_PRESETS.find((name) => name === id) ?? null;
  return (
    <PlaybackScreen
      key={id}
      target={preset ? null : { kind: 'board', id }}
      preset={preset}
      livePath={`/board/${id}`}
    />
  );
}
