import { useSyncExternalStore } from 'react';

const narrow = () => window.matchMedia('(width < 640px)');

/** Returns whether the page is as narrow as on a phone. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = narrow();
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => narrow().matches,
  );
