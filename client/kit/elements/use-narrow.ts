import { useSyncExternalStore } from 'react';

const narrow = () => window.matchMedia('(width < 640px)');

/** Whether the page is as narrow as a phone's. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = narrow();
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => narrow().matches,
  );
