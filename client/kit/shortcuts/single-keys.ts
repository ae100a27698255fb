import { useSyncExternalStore } from 'react';
import { stored } from '../wire/stored.ts';

const OFF = 'singleKeysOff';
const listeners = new Set<() => void>();
const areOn = (): boolean => stored.forGood.get(OFF) !== true;

/** Shortcuts of a single key: who dictates or uses another input may turn them off. */
export const singleKeys = {
  areOn,
  turn(on: boolean): void {
    stored.forGood.set(OFF, on ? undefined : true);
    for (const listener of listeners) listener();
  },
  useAreOn: (): boolean =>
    useSyncExternalStore((listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    }, areOn),
};
