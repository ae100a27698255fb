import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';

/**
 * Stores the last address parameters of a list until the user closes the browser tab. Restores them
 * when the user opens the list without parameters.
 * @param name the key under which the parameters are stored
 * @param initial the parameters of the first visit in this browser tab
 */
export function useListAddressMemory(name: string, initial = ''): void {
  const [address, setAddress] = useSearchParams();
  const query = address.toString();
  const hasRunBefore = useRef(false);
  useEffect(() => {
    const stored = browserStorage.forTab.get(name);
    const lastQuery = typeof stored === 'string' ? stored : initial;
    const shouldRestore = !hasRunBefore.current && query === '' && lastQuery !== '';
    hasRunBefore.current = true;
    if (shouldRestore) setAddress(new URLSearchParams(lastQuery), { replace: true });
    else browserStorage.forTab.set(name, query);
  }, [name, initial, query, setAddress]);
}
