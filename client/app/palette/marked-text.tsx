import { comparableText, searchWords } from '#shared/answers/search.ts';

interface Props {
  text: string;
  typed: string;
  /** The signs that sound as what was typed, by their place. */
  sounded?: readonly number[] | undefined;
}

/** The places of the signs in a text that were typed. */
function typedSigns(text: string, typed: string): Set<number> {
  const found = new Set<number>();
  const said = comparableText(text);
  // Where comparing changes the length, places would be wrong: then nothing is marked.
  if (said.length !== text.length) return found;
  for (const word of searchWords(typed)) {
    for (let at = said.indexOf(word); at >= 0; at = said.indexOf(word, at + 1))
      for (let index = at; index < at + word.length; index++) found.add(index);
  }
  return found;
}

/** A text in which what was typed stands out. */
export function MarkedText({ text, typed, sounded = [] }: Props) {
  const marked = typedSigns(text, typed);
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
