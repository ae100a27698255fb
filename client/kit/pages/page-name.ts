import { useEffect } from 'react';
import { createStore } from '../state/create-store.ts';

const pageNameStore = createStore<string | null>(null);

/** Sets the name that the last breadcrumb shows, such as the name of the edited row. */
export function useSetPageName(pageName: string): void {
  useEffect(() => {
    pageNameStore.set(pageName || null);
    return () => pageNameStore.set(null);
  }, [pageName]);
}

/** Returns the name that the current page has set; null if it has set none. */
export const usePageName = (): string | null => pageNameStore.useValue();
