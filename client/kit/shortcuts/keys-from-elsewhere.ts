/** The keys that activate the focused element, like a click. */
const ACTIVATION_KEYS = new Set(['Enter', ' ']);

/**
 * Ignores the repetition and release of Enter or the space bar if the key was pressed at another element.
 * While a user holds Enter, the focus may move to a new dialog. Without this rule, the key would activate a
 * button of the dialog before the user can read the text. If another listener has stopped the key press, as
 * at the end of a barcode scan, the release of the key is ignored too.
 * @returns a function that removes the listeners
 */
export function ignoreKeysPressedElsewhere(target: Document): () => void {
  const pressedElementsByKey = new Map<string, EventTarget | null>();
  const abortController = new AbortController();
  const addKeyListener = (name: 'keydown' | 'keyup', handle: (event: KeyboardEvent) => void) =>
    target.addEventListener(name, (event) => ACTIVATION_KEYS.has(event.key) && handle(event), {
      capture: true,
      signal: abortController.signal,
    });
  const ignoreKeyFromElsewhere = (event: KeyboardEvent) => {
    if (pressedElementsByKey.get(event.key) === event.target) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addKeyListener('keydown', (event) => {
    if (event.repeat) ignoreKeyFromElsewhere(event);
    else pressedElementsByKey.set(event.key, event.target);
  });
  addKeyListener('keyup', (event) => {
    ignoreKeyFromElsewhere(event);
    pressedElementsByKey.delete(event.key);
  });
  return () => abortController.abort();
}
