import { useEffect, useSyncExternalStore } from 'react';

let name: string | null = null;
const listeners = new Set<() => void>();

function become(next: string | null): void {
  name = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Says what the page in sight is about, as the name of the row that is edited: it stands last in the breadcrumbs. */
export function useNamedPage(of: string): void {
  useEffect(() => {
    become(of || null);
    return () => become(null);
  }, [of]);
}

/** What the page in sight is about; null where it is a list or a screen. */
export const usePageName = (): string | null => useSyncExternalStore(subscribe, () => name);
