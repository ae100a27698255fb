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
  const hasArrived = useRef(false);
  useEffect(() => {
    const stored = browserStorage.forTab.get(name);
    const last = typeof stored === 'string' ? stored : initial;
    const shouldRestore = !hasArrived.current && query === '' && last !== '';
    hasArrived.current = true;
    if (shouldRestore) setAddress(new URLSearchParams(last), { replace: true });
    else browserStorage.forTab.set(name, query);
  }, [name, initial, query, setAddress]);
}
