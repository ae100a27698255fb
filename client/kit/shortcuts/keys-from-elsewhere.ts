/** The keys that press what has the focus. */
const PRESSING = new Set(['Enter', ' ']);

/**
 * Keeps a key that was pressed at one thing from pressing another. While Enter is held the focus may go over to a
 * question: its button would be pressed as the key repeats, or is let go, before anybody has read it. A key that the
 * window has taken for itself, as the end of a scan, was pressed at nothing.
 * @returns a function that ends it
 */
export function ignoreKeysFromElsewhere(on: Document): () => void {
  const pressedAt = new Map<string, EventTarget | null>();
  const end = new AbortController();
  const listen = (name: 'keydown' | 'keyup', take: (event: KeyboardEvent) => void) =>
    on.addEventListener(name, (event) => PRESSING.has(event.key) && take(event), {
      capture: true,
      signal: end.signal,
    });
  const ignoreFromElsewhere = (event: KeyboardEvent) => {
    if (pressedAt.get(event.key) === event.target) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  listen('keydown', (event) => {
    if (event.repeat) ignoreFromElsewhere(event);
    else pressedAt.set(event.key, event.target);
  });
  listen('keyup', (event) => {
    ignoreFromElsewhere(event);
    pressedAt.delete(event.key);
  });
  return () => end.abort();
}
