import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { stored } from '#client/kit/wire/stored.ts';

/**
 * Keeps what a list was last asked for while the tab is open: who comes back to it without saying what, finds it so.
 * @param name under which it is kept
 */
export function useLastQuery(name: string): void {
  const [address, setAddress] = useSearchParams();
  const asked = address.toString();
  const arrived = useRef(false);
  useEffect(() => {
    const last = stored.forTab.get(name);
    const isBack = !arrived.current && asked === '' && typeof last === 'string' && last !== '';
    arrived.current = true;
    if (isBack) setAddress(new URLSearchParams(last), { replace: true });
    else stored.forTab.set(name, asked || undefined);
  }, [name, asked, setAddress]);
}
