import { useEffect } from 'react';
import { createStore } from '../state/create-store.ts';

const name = createStore<string | null>(null);

/** Sets the name of the current page's subject, such as the edited row, for the last breadcrumb. */
export function useSetPageName(of: string): void {
  useEffect(() => {
    name.set(of || null);
    return () => name.set(null);
  }, [of]);
}

/** Returns the name of the current page's subject; null on a list or a screen. */
export const usePageName = (): string | null => name.useValue();
