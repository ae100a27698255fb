import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { browserStorage } from '#client/kit/wire/browser-storage.ts';

/**
 * Stores the last address parameters of a list until the user closes the browser tab. It restores
 * them when the user opens the list without parameters.
 * @param name the key under which the parameters are stored
 */
export function useLastQuery(name: string): void {
  const [address, setAddress] = useSearchParams();
  const query = address.toString();
  const arrived = useRef(false);
  useEffect(() => {
    const last = browserStorage.forTab.get(name);
    const isBack = !arrived.current && query === '' && typeof last === 'string' && last !== '';
    arrived.current = true;
    if (isBack) setAddress(new URLSearchParams(last), { replace: true });
    else browserStorage.forTab.set(name, query || undefined);
  }, [name, query, setAddress]);
}
