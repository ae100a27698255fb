/** The keys that activate the focused element, like a click. */
const ACTIVATION_KEYS = new Set(['Enter', ' ']);

/**
 * Ignores the repetition and release of Enter or the space bar if the key was pressed at another element.
 * While a user holds Enter, the focus may move to a new dialog. Without this rule, the key would activate a
 * button of the dialog before the user can read the text. If another listener has stopped the key press, as
 * at the end of a barcode scan, the release of the key is ignored too.
 * @returns a function that removes the listeners
 */
export function ignoreKeysPressedElsewhere(on: Document): () => void {
  const pressedAt = new Map<string, EventTarget | null>();
  const end = new AbortController();
  const listen = (name: 'keydown' | 'keyup', take: (event: KeyboardEvent) => void) =>
    on.addEventListener(name, (event) => ACTIVATION_KEYS.has(event.key) && take(event), {
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
