import { isTerm, type Translate } from '#client/kit/words/t.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** The name of an entity; an entity that no longer exists keeps its logged name. */
export const entityWords = (t: Translate, entity: string): string => (isTerm(entity) ? t(entity) : entity);

/** The name of a logged action. */
export function actionWords(t: Translate, action: string): string {
  const own = `act.${action}`;
  if (isTerm(own)) return t(own);
  return isTerm(action) ? t(action) : action;
}

/** The label of a logged field, also if no entity declares it. */
export function fieldWords(t: Translate, name: string): string {
  const bare = name.replace(/Id$/, '');
  const known = [`logged.${name}`, name, bare].find((one) => isTerm(one));
  return known === undefined ? name : t(known as TermKey);
}
