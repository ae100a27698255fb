import { isTerm, type Translate } from '#client/kit/words/t.ts';
import type { TermKey } from '#shared/terms/index.ts';

/**
 * Returns the name of an entity for the user. An entity without a term keeps its logged name.
 */
export const getEntityName = (t: Translate, entity: string): string => (isTerm(entity) ? t(entity) : entity);

/** Returns the name of a logged action for the user. */
export function getActionName(t: Translate, action: string): string {
  const actionTerm = `act.${action}`;
  if (isTerm(actionTerm)) return t(actionTerm);
  return isTerm(action) ? t(action) : action;
}

/** Returns the label of a logged field that no entity declares: its term or, if it has no term, its name. */
export function getLoggedFieldLabel(t: Translate, name: string): string {
  const nameWithoutId = name.replace(/Id$/, '');
  const termKey = [`logged.${name}`, name, nameWithoutId].find((key) => isTerm(key));
  return termKey === undefined ? name : t(termKey as TermKey);
}
