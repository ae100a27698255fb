/** The prefix of all storage keys of this application. */
const PREFIX = 'mes.';

/** Reads a stored value. `storage` is undefined outside a browser, as in some tests. */
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
 * Stores values in the browser. `forTab` keeps a value until the tab is closed, `forGood`
 * permanently. The value `undefined` removes the stored value.
 */
export const stored = {
  forTab: {
    get: (name: string): unknown => read(globalThis.sessionStorage, name),
    set: (name: string, value: unknown): void => write(sessionStorage, name, value),
  },
  forGood: {
    get: (name: string): unknown => read(globalThis.localStorage, name),
    set: (name: string, value: unknown): void => write(localStorage, name, value),
    /** Whether a storage event may have changed the value of this name. */
    isAbout: (event: StorageEvent, name: string): boolean =>
      event.key === PREFIX + name || event.key === null,
  },
} as const;
