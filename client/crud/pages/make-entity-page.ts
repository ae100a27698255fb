import { entities, type EntityName } from '#shared/entities/index.ts';
import { hasRevisions } from '#shared/entities/revision-fields.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fetchWhenDrawn } from '#client/kit/lazy/fetch-when-drawn.tsx';
import type { EntityPage } from '../entity-page.ts';
import { pluralOf } from './plural-of.ts';
import { idInAddress } from './row-address.ts';

/** The prefix of every API path. Addresses in the browser do not have this prefix. */
const MES = '/mes';

/** The page settings of an entity with revisions. Only a draft can be edited. */
const IN_EDITIONS: Partial<EntityPage> = {
  locked: (row) => row['state'] !== 'draft',
  lockedText: 'editionIsFixed',
  actions: fetchWhenDrawn('RevisionActions', () => import('../edit/revision-actions.tsx')),
};

/**
 * Makes the pages of an entity from its declaration. The address of the list is the path of the
 * entity, and the title is its plural.
 * @param differences the properties that differ from the defaults
 */
export function makeEntityPage(
  name: EntityName,
  differences: Partial<Omit<EntityPage, 'entity'>> = {},
): EntityPage {
  const entity: EntityDeclaration = entities[name];
  const listPath = differences.listPath ?? entity.path.slice(MES.length);
  return {
    entity,
    title: differences.single ? name : pluralOf(name),
    listPath,
    editPath: (row) => (differences.single ? listPath : `${listPath}/edit/${idInAddress(row)}`),
    ...(hasRevisions(entity) ? IN_EDITIONS : {}),
    ...differences,
  };
}
