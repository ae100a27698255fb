import { LARGE_SCREEN_PATHS, type LargeScreen } from '#shared/boards/preset-names.ts';
import { PlaybackScreen } from './playback-screen.tsx';

/** Plays back what one of the large screens showed. */
export function LargeScreenPlayback({ screen }: { screen: LargeScreen }) {
  return (
    <PlaybackScreen
      key={screen}
      target={{ kind: 'screen', screen }}
      preset={null}
      livePath={LARGE_SCREEN_PATHS[screen]}
    />
  );
}
