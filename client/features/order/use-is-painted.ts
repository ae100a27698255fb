import { useEffect, useState } from 'react';

/**
 * Returns whether the browser has painted the component. What is below the first screen then need not delay the first
 * paint: its calls alone take longer than rendering it.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The callback of a frame runs before its paint, so a timer of this callback ends after it.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setIsPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
