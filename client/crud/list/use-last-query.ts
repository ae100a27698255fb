import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { stored } from '#client/kit/wire/stored.ts';

/**
 * Remembers the last address parameters of a list until the tab is closed, and restores them when the list is
 * opened without any.
 * @param name the storage key
 */
export function useLastQuery(name: string): void {
  const [address, setAddress] = useSearchParams();
  const query = address.toString();
  const arrived = useRef(false);
  useEffect(() => {
    const last = stored.forTab.get(name);
    const isBack = !arrived.current && query === '' && typeof last === 'string' && last !== '';
    arrived.current = true;
    if (isBack) setAddress(new URLSearchParams(last), { replace: true });
    else stored.forTab.set(name, query || undefined);
  }, [name, query, setAddress]);
}
