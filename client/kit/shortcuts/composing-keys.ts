/**
 * The key code of a key that an input method handles. The code is needed because in Safari
 * `isComposing` is already false when Enter accepts a word.
 */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Hides the keys that an input method handles from the other listeners of the page. While a user composes
 * Chinese or Japanese words, Enter accepts a word and the arrow keys choose another word. These keys must not
 * also choose a row, save a text or close a dialog.
 * @returns a function that removes the listener
 */
export function ignoreComposingKeys(on: Window): () => void {
  const hide = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE) event.stopImmediatePropagation();
  };
  on.addEventListener('keydown', hide, true);
  return () => on.removeEventListener('keydown', hide, true);
}
