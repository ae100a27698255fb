import type { BoardPreset } from '#shared/boards/preset-names.ts';
import { useT } from '#client/kit/words/t.ts';
import { WallScreen } from '../kit/wall/wall-screen.tsx';
import { findPortraitPreset, presets } from '../presets/index.ts';

interface Props {
  preset: BoardPreset;
  exitPath?: string | null;
  playbackPath?: string | undefined;
}

/** Shows a preset in the whole window. */
export function PresetScreen({ preset, exitPath = '/', playbackPath }: Props) {
  const t = useT();
  const { title, board } = presets[preset];
  return (
    <WallScreen
      title={t(title)}
      board={board}
      portraitBoard={findPortraitPreset(preset)?.board}
      exitPath={exitPath}
      playbackPath={playbackPath}
    />
  );
}
