import { useSyncExternalStore } from 'react';

/** A value outside of components. Components can subscribe to its changes. */
export interface Store<T> {
  readonly get: () => T;
  /** Replaces the value and notifies all subscribers, even if the value is the same. */
  readonly set: (next: T) => void;
  /** @returns a function that unsubscribes */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the value, for components. */
  readonly useValue: () => T;
}

/** Creates a store. Values are replaced, never mutated. */
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
