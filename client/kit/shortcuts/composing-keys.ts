/**
 * The key code of a key that an input method handles. The code is needed because in Safari
 * `isComposing` is already false when Enter accepts a word.
 */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Stops the key presses that an input method handles, before other listeners of the page get them.
 * While a user composes Chinese or Japanese words, Enter accepts a word and the arrow keys choose
 * another word. These keys must not also choose a row, save a text or close a dialog.
 * @returns a function that removes the listener
 */
export function ignoreComposingKeys(target: Window): () => void {
  const stopComposingKey = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE) event.stopImmediatePropagation();
  };
  target.addEventListener('keydown', stopComposingKey, true);
  return () => target.removeEventListener('keydown', stopComposingKey, true);
}
