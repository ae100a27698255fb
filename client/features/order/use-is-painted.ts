import { useEffect, useState } from 'react';

/**
 * Returns whether the browser has painted the component. Content below the first screen can wait until then.
 * Otherwise its calls, even more than its rendering, would delay the first paint.
 */
export function useIsPainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The browser runs the callback of a frame before it paints the frame. A timer that the callback starts
    // therefore fires after the paint.
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
