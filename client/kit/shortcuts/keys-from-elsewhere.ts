/** The keys that press the focused element. */
const PRESSING = new Set(['Enter', ' ']);

/**
 * Ignores a key press that began at another element. While Enter is held, the focus may move to a dialog,
 * whose button would be pressed by the key's repetition or release before anybody has read it. A key that a
 * window listener has handled, such as the end of a scan, also counts as begun elsewhere.
 * @returns a function that removes the listeners
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
