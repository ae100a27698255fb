import { normalizeForSearch, splitSearchWords } from '#shared/answers/search.ts';

interface Props {
  text: string;
  typed: string;
  /** The indexes of the characters of `text` that match by pronunciation. */
  sounded?: readonly number[] | undefined;
}

/** Returns the indexes of the characters that match a word of the typed text. */
function findMatchingIndexes(text: string, typed: string): Set<number> {
  const indexes = new Set<number>();
  const comparable = normalizeForSearch(text);
  // Normalizing can change the length of a text. The indexes would then not fit the original text.
  if (comparable.length !== text.length) return indexes;
  for (const word of splitSearchWords(typed)) {
    for (let at = comparable.indexOf(word); at >= 0; at = comparable.indexOf(word, at + 1))
      for (let index = at; index < at + word.length; index++) indexes.add(index);
  }
  return indexes;
}

/** Renders a text with the matching characters highlighted. */
export function MarkedText({ text, typed, sounded = [] }: Props) {
  const marked = findMatchingIndexes(text, typed);
  for (const index of sounded) marked.add(index);
  const pieces: { text: string; isMarked: boolean }[] = [];
  for (let index = 0; index < text.length; index++) {
    const isMarked = marked.has(index);
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.text += text[index];
    else pieces.push({ text: text[index]!, isMarked });
  }
  return (
    <>{pieces.map((piece, index) => (piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text))}</>
  );
}
