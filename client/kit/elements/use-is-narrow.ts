import { useSyncExternalStore } from 'react';

const matchNarrowPage = () => window.matchMedia('(width < 640px)');

/** Returns whether the page is narrower than 640 px, as on a phone. */
export const useIsNarrow = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = matchNarrowPage();
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => matchNarrowPage().matches,
  );
