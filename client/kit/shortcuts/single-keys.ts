import { createStore } from '../state/create-store.ts';
import { browserStorage } from '../wire/browser-storage.ts';

const SINGLE_KEYS_OFF_STORAGE_KEY = 'singleKeysOff';
const readSingleKeysSetting = (): boolean =>
  browserStorage.forBrowser.get(SINGLE_KEYS_OFF_STORAGE_KEY) !== true;
const singleKeysStore = createStore(readSingleKeysSetting());

// A change in one window also applies to the other windows.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', (event) => {
    if (browserStorage.forBrowser.isAbout(event, SINGLE_KEYS_OFF_STORAGE_KEY))
      singleKeysStore.set(readSingleKeysSetting());
  });
}

/** The setting for shortcuts of a single key. Users of speech input, for example, turn them off. */
export const singleKeyShortcuts = {
  areEnabled: singleKeysStore.get,
  setEnabled(isEnabled: boolean): void {
    browserStorage.forBrowser.set(SINGLE_KEYS_OFF_STORAGE_KEY, isEnabled ? undefined : true);
    singleKeysStore.set(isEnabled);
  },
  useAreEnabled: singleKeysStore.useValue,
};
