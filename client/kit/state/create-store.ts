import { useSyncExternalStore } from 'react';

/** A value that lives outside of components, and that components follow. */
export interface Store<T> {
  readonly get: () => T;
  /** Replaces the value and tells everybody who follows it, also where it is the same. */
  readonly set: (next: T) => void;
  /** @returns stops following */
  readonly subscribe: (listener: () => void) => () => void;
  /** The value, for components. */
  readonly useValue: () => T;
}

/** Makes a store. Values are replaced and never changed in place. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe,
    useValue: () => useSyncExternalStore(subscribe, get),
  };
}
