import { createElement, use, useSyncExternalStore, type ComponentType } from 'react';
import { FetchedCode, type FetchState } from './fetched-code.ts';
import { useT } from '../words/t.ts';
import './fetch-when-drawn.css';

/** Tells the user that the download of code has failed and will be retried. */
export function DownloadRetryNotice() {
  const t = useT();
  return (
    <span className="code-is-late" role="status">
      {t('waitingForServer')}
    </span>
  );
}

/** Returns the state of a download, for components. */
export const useFetchState = <T,>(code: FetchedCode<T>): FetchState<T> =>
  useSyncExternalStore(code.subscribe, code.getState);

/**
 * Downloads code at the first render of a component, unless it was downloaded before. The surrounding Suspense shows
 * its fallback during the first attempt.
 * @throws the error of code that was downloaded but failed to run
 */
export function useFetchedCode<T>(code: FetchedCode<T>): FetchState<T> {
  code.preload();
  const state = useFetchState(code);
  // React wants every render to call `use`. It returns at once after the first attempt.
  use(code.firstAttempt);
  if (state.failure) throw state.failure;
  return state;
}

/** A component whose code is downloaded when `preload` is called or the component first renders. */
type FetchedComponent<P> = ComponentType<P> & { preload: () => void };

/**
 * Makes a component whose code is downloaded at its first render, unless `preload` was called before.
 * The surrounding Suspense shows its fallback meanwhile. If the download fails, a message appears until
 * a retry succeeds.
 * @param name the name of the component's export
 */
export function fetchOnFirstRender<K extends string, P extends object>(
  name: K,
  load: () => Promise<{ [name in K]: ComponentType<P> }>,
): FetchedComponent<P> {
  const code = new FetchedCode<ComponentType<P>>(async () => (await load())[name]);
  function FetchedContent(props: P) {
    const { code: Component, isRetrying } = useFetchedCode(code);
    if (Component) return createElement(Component, props);
    return isRetrying ? <DownloadRetryNotice /> : null;
  }
  return Object.assign(FetchedContent, { preload: code.preload });
}
