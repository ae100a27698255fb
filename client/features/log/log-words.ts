import { isTerm, type Translate } from '#client/kit/words/t.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** What an entity of the history is called; one that is no more, as it was written. */
export const entityWords = (t: Translate, entity: string): string => (isTerm(entity) ? t(entity) : entity);

/** What was done, in a word. */
export function actionWords(t: Translate, action: string): string {
  const own = `act.${action}`;
  if (isTerm(own)) return t(own);
  return isTerm(action) ? t(action) : action;
}

/** What something that was written down is called, where no entity declares it as a field. */
export function fieldWords(t: Translate, name: string): string {
  const bare = name.replace(/Id$/, '');
  const known = [`logged.${name}`, name, bare].find((one) => isTerm(one));
  return known === undefined ? name : t(known as TermKey);
}
