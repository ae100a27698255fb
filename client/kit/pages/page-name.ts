import { useEffect } from 'react';
import { createStore } from '../state/create-store.ts';

const name = createStore<string | null>(null);

/** Says what the page in sight is about, as the name of the row that is edited: it stands last in the breadcrumbs. */
export function useNamedPage(of: string): void {
  useEffect(() => {
    name.set(of || null);
    return () => name.set(null);
  }, [of]);
}

/** What the page in sight is about; null where it is a list or a screen. */
export const usePageName = (): string | null => name.useValue();
