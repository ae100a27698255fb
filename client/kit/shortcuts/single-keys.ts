import { createStore } from '../state/create-store.ts';
import { stored } from '../wire/stored.ts';

const OFF = 'singleKeysOff';
const read = (): boolean => stored.forGood.get(OFF) !== true;
const areOn = createStore(read());

// A change in one window also applies to the other windows.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (stored.forGood.isAbout(event, OFF)) areOn.set(read());
  });
}

/** The setting for shortcuts of a single key. Users of speech input, for example, turn them off. */
export const singleKeys = {
  areOn: areOn.get,
  turn(on: boolean): void {
    stored.forGood.set(OFF, on ? undefined : true);
    areOn.set(on);
  },
  useAreOn: areOn.useValue,
};
