import { useEffect, useState } from 'react';

const MIN_MOVE_INTERVAL_MS = 60_000;
const MAX_MOVE_INTERVAL_MS = 120_000;
const OFFSETS_PX = [-4, -3, -2, 2, 3, 4] as const;

const pickRandom = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!;

/**
 * Returns an offset in CSS pixels that prevents burn-in of the screen. Every one to two minutes, each coordinate
 * gets a new random value of two to four pixels in either direction. The offset stays zero if the user prefers
 * reduced motion.
 */
export function useBurnInOffset(): { x: number; y: number } {
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let timer: ReturnType<typeof setTimeout>;
    const scheduleMove = () => {
      timer = setTimeout(
        () => {
          setOffset({ x: pickRandom(OFFSETS_PX), y: pickRandom(OFFSETS_PX) });
          scheduleMove();
        },
        MIN_MOVE_INTERVAL_MS + Math.random() * (MAX_MOVE_INTERVAL_MS - MIN_MOVE_INTERVAL_MS),
      );
    };
    scheduleMove();
    return () => clearTimeout(timer);
  }, []);
  return offset;
}
