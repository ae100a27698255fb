import { normalizeForSearch, splitSearchWords } from '#shared/answers/search.ts';

interface Props {
  text: string;
  typedText: string;
  /** The indexes of the characters of `text` that match by pronunciation. */
  soundMatchIndexes?: readonly number[] | undefined;
}

/** Returns the indexes of the characters that match a word of the typed text. */
function findMatchingIndexes(text: string, typedText: string): Set<number> {
  const indexes = new Set<number>();
  const normalizedText = normalizeForSearch(text);
  // Normalizing can change the length of a text. The indexes would then not fit the original text.
  if (normalizedText.length !== text.length) return indexes;
  for (const word of splitSearchWords(typedText)) {
    for (
      let start = normalizedText.indexOf(word);
      start >= 0;
      start = normalizedText.indexOf(word, start + 1)
    )
      for (let index = start; index < start + word.length; index++) indexes.add(index);
  }
  return indexes;
}

/** Renders a text with the matching characters highlighted. */
export function MarkedText({ text, typedText, soundMatchIndexes = [] }: Props) {
  const markedIndexes = findMatchingIndexes(text, typedText);
  for (const index of soundMatchIndexes) markedIndexes.add(index);
  const pieces: { text: string; isMarked: boolean }[] = [];
  for (let index = 0; index < text.length; index++) {
    const isMarked = markedIndexes.has(index);
    const lastPiece = pieces.at(-1);
    if (lastPiece?.isMarked === isMarked) lastPiece.text += text[index];
    else pieces.push({ text: text[index]!, isMarked });
  }
  return (
    <>{pieces.map((piece, index) => (piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text))}</>
  );
}
