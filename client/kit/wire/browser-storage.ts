/** The prefix of all storage keys of this application. */
const STORAGE_KEY_PREFIX = 'mes.';

/**
 * Reads a stored value.
 * @param getStorage throws an error if the user has blocked the storage; returns undefined outside a browser, as in
 *   some tests
 */
function readValue(getStorage: () => Storage | undefined, name: string): unknown {
  try {
    const text = getStorage()?.getItem(STORAGE_KEY_PREFIX + name) ?? null;
    return text === null ? undefined : JSON.parse(text);
  } catch (error) {
    // A value that is invalid or blocked counts as missing.
    console.warn(`${name} in the browser's storage is not readable`, error);
    return undefined;
  }
}

function writeValue(getStorage: () => Storage, name: string, value: unknown): boolean {
  try {
    const storage = getStorage();
    if (value === undefined) storage.removeItem(STORAGE_KEY_PREFIX + name);
    else storage.setItem(STORAGE_KEY_PREFIX + name, JSON.stringify(value));
    return true;
  } catch (error) {
    // A full disk or a blocked storage must not make the user's action fail.
    console.warn(`${name} is not kept in the browser's storage`, error);
    return false;
  }
}

/**
 * Stores values in the browser. `forTab` stores a value until the tab is closed, and `forBrowser` stores it
 * permanently. The value `undefined` removes the stored value. `set` returns false if the browser could not
 * store the value, for example because the disk is full or the user has blocked the storage.
 */
export const browserStorage = {
  forTab: {
    get: (name: string): unknown => readValue(() => globalThis.sessionStorage, name),
    set: (name: string, value: unknown): boolean => writeValue(() => sessionStorage, name, value),
  },
  forBrowser: {
    get: (name: string): unknown => readValue(() => globalThis.localStorage, name),
    set: (name: string, value: unknown): boolean => writeValue(() => localStorage, name, value),
    /** Whether a storage event may have changed the value of this name. */
    isAbout: (event: StorageEvent, name: string): boolean =>
      event.key === STORAGE_KEY_PREFIX + name || event.key === null,
  },
} as const;
