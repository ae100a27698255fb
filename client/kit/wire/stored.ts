/** The prefix of everything that this product keeps in the browser. */
const PREFIX = 'mes.';

/** Where no browser is, as in a test that reads the routes, nothing is kept. */
function read(storage: Storage | undefined, name: string): unknown {
  const text = storage?.getItem(PREFIX + name) ?? null;
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // Written by somebody else or cut off: as good as not there.
    console.warn(`${name} in the browser's storage is not readable`, error);
    return undefined;
  }
}

function write(storage: Storage, name: string, value: unknown): void {
  if (value === undefined) storage.removeItem(PREFIX + name);
  else storage.setItem(PREFIX + name, JSON.stringify(value));
}

/** What the browser keeps: `forTab` until the tab is closed, `forGood` until it is cleared. `undefined` removes. */
export const stored = {
  forTab: {
    get: (name: string): unknown => read(globalThis.sessionStorage, name),
    set: (name: string, value: unknown): void => write(sessionStorage, name, value),
  },
  forGood: {
    get: (name: string): unknown => read(globalThis.localStorage, name),
    set: (name: string, value: unknown): void => write(localStorage, name, value),
    /** Whether a storage event is about this name. */
    isAbout: (event: StorageEvent, name: string): boolean =>
      event.key === PREFIX + name || event.key === null,
  },
} as const;
