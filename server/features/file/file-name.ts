const LONGEST = 120;

// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A file's name without folders, invisible characters and signs that some system cannot store; its ending stays. */
export function fileName(given: string): string {
  const base = given.normalize('NFC').split(/[/\\]/).at(-1)!;
  const clean = base
    .replace(INVISIBLE, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const signs = [...clean];
  if (signs.length <= LONGEST) return clean || 'file';
  const ending = /\.[a-z0-9]{1,5}$/i.exec(clean)?.[0] ?? '';
  return signs.slice(0, LONGEST - ending.length).join('') + ending;
}
