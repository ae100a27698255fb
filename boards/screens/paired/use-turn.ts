import { useEffect, useState } from 'react';
import type { WallPicture } from '#shared/answers/boards/wall.ts';

/**
 * Returns the index of the picture to show now. Each picture is shown for its own duration. After the last picture the
 * first follows.
 * @param isPaused whether the current picture stays
 */
export function useTurn(pictures: readonly WallPicture[], isPaused: boolean): number {
  const [turn, setTurn] = useState(0);
  const count = pictures.length;
  const index = count === 0 ? 0 : turn % count;
  const seconds = pictures[index]?.seconds ?? 0;
  useEffect(() => {
    if (count < 2 || isPaused) return;
    const timer = setTimeout(() => setTurn((index + 1) % count), seconds * 1000);
    return () => clearTimeout(timer);
  }, [count, index, seconds, isPaused]);
  return index;
}
