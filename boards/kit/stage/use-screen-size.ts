import { useSyncExternalStore } from 'react';

const subscribeToResize = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** Returns the size of the window in CSS pixels. */
export function useWindowSize(): { width: number; height: number } {
  const width = useSyncExternalStore(subscribeToResize, () => window.innerWidth);
  const height = useSyncExternalStore(subscribeToResize, () => window.innerHeight);
  return { width, height };
}
