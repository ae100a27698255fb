/** The prefix of all storage keys of this application. */
const PREFIX = 'mes.';

/** Outside a browser, as in a test that reads the routes, nothing is stored. */
function read(storage: Storage | undefined, name: string): unknown {
  const text = storage?.getItem(PREFIX + name) ?? null;
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // An invalid value counts as missing.
    console.warn(`${name} in the browser's storage is not readable`, error);
    return undefined;
  }
}

function write(storage: Storage, name: string, value: unknown): void {
  if (value === undefined) storage.removeItem(PREFIX + name);
  else storage.setItem(PREFIX + name, JSON.stringify(value));
}

/**
 * The browser's storage: `forTab` until the tab is closed, `forGood` until it is cleared. `undefined`
 * removes.
 */
export const stored = {
  forTab: {
    get: (name: string): unknown => read(globalThis.sessionStorage, name),
    set: (name: string, value: unknown): void => write(sessionStorage, name, value),
  },
  forGood: {
    get: (name: string): unknown => read(globalThis.localStorage, name),
    set: (name: string, value: unknown): void => write(localStorage, name, value),
    /** Whether a storage event concerns this name. */
    isAbout: (event: StorageEvent, name: string): boolean =>
      event.key === PREFIX + name || event.key === null,
  },
} as const;
