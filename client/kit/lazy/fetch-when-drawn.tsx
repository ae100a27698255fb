import { createElement, use, useSyncExternalStore, type ComponentType } from 'react';
import { FetchedCode, type FetchState } from './fetched-code.ts';
import { useT } from '../words/t.ts';
import './fetch-when-drawn.css';

/** Says in place of what cannot be fetched that it is waited for. */
export function CodeIsLate() {
  const t = useT();
  return (
    <span className="code-is-late" role="status">
      {t('waitingForServer')}
    </span>
  );
}

/** How the fetching of some code stands, followed. */
export const useFetchState = <T,>(code: FetchedCode<T>): FetchState<T> =>
  useSyncExternalStore(code.subscribe, code.state);

/** A component whose code is fetched when it is first drawn, or ahead of that. */
export type FetchedComponent<P> = ComponentType<P> & { fetchAhead: () => void };

/**
 * A component whose code is fetched when it is first drawn. Until it is there the Suspense around it waits; where it
 * does not come, words stand in its place, and the component once the server has given it.
 * @param name what it is called in its module
 */
export function fetchWhenDrawn<K extends string, P extends object>(
  name: K,
  load: () => Promise<{ [name in K]: ComponentType<P> }>,
): FetchedComponent<P> {
  const code = new FetchedCode<ComponentType<P>>(async () => (await load())[name]);
  function Fetched(props: P) {
    code.fetchAhead();
    use(code.tried);
    const { code: Found, isLate, failure } = useFetchState(code);
    if (failure) throw failure;
    if (Found) return createElement(Found, props);
    return isLate ? <CodeIsLate /> : null;
  }
  return Object.assign(Fetched, { fetchAhead: code.fetchAhead });
}
