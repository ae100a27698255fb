import { entities, type EntityName } from '#shared/entities/index.ts';
import { hasRevisions } from '#shared/entities/revision-fields.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import type { EntityPage } from '../entity-page.ts';
import { getPluralTerm } from './plural-term.ts';
import { formatRowId } from './row-address.ts';

/** The prefix of the API paths of entities. The addresses of their pages do not have this prefix. */
const API_PATH_PREFIX = '/mes';

/** The page settings of an entity with revisions. Only a draft can be edited. */
const REVISION_PAGE_SETTINGS: Partial<EntityPage> = {
  isLocked: (row) => row['state'] !== 'draft',
  lockedText: 'editionIsFixed',
  actions: fetchOnFirstRender('RevisionActions', () => import('../edit/revision-actions.tsx')),
};

/**
 * Makes the pages of an entity from its declaration. By default, the address of the list is the path of the
 * entity, and the title is the plural of its name, or the name itself for a single record.
 * @param differences the properties that differ from the defaults
 */
export function makeEntityPage(
  name: EntityName,
  differences: Partial<Omit<EntityPage, 'entity'>> = {},
): EntityPage {
  const entity: EntityDeclaration = entities[name];
  const listPath = differences.listPath ?? entity.path.slice(API_PATH_PREFIX.length);
  return {
    entity,
    title: differences.isSingle ? name : getPluralTerm(name),
    listPath,
    editPath: (row) => (differences.isSingle ? listPath : `${listPath}/edit/${formatRowId(row)}`),
    ...(hasRevisions(entity) ? REVISION_PAGE_SETTINGS : {}),
    ...differences,
  };
}
