import { describe, expect, it } from 'vitest';
import { entityNames } from '#shared/entities/index.ts';
import { terms } from '#shared/terms/index.ts';
import { entityPages } from '#client/app/routes/entity-pages.ts';
import { features } from '#client/app/routes/features.ts';
import { screenRoutes } from '#client/app/routes/screen-routes.ts';
import { getPluralTerm } from '#client/crud/pages/plural-term.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

describe('the pages of the features', () => {
  it('are declared by only one feature for each entity, under the name of the entity', () => {
    const claimedEntities = features.flatMap(({ pages = {}, customPages = {} }) => [
      ...Object.keys(pages),
      ...Object.keys(customPages),
    ]);
    expectItemsChecked('entities of features', claimedEntities.length);
    expect(claimedEntities.filter((name, index) => claimedEntities.indexOf(name) !== index)).toEqual([]);
    const namePairs = features.flatMap(({ pages = {} }) =>
      Object.entries(pages).map(([name, page]) => [name, page.entity.name]),
    );
    expect(namePairs.filter(([name, entity]) => name !== entity)).toEqual([]);
  });

  it('all have a term for their title', () => {
    const titles = [
      ...entityPages.map(({ title }) => title),
      ...screenRoutes.flatMap(({ handle }) => handle.title ?? []),
    ];
    expectItemsChecked('titles of pages', titles.length);
    expect(titles.filter((title) => !(title in terms))).toEqual([]);
  });

  it('all have different addresses', () => {
    const paths = [...screenRoutes.map(({ path }) => path), ...entityPages.map(({ listPath }) => listPath)];
    expectItemsChecked('addresses', paths.length);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });
});

describe('the terms of a generated list', () => {
  it('include the plural of its entity, formed by the same rule as in the types', () => {
    expectItemsChecked('plurals', entityNames.length);
    expect(entityNames.filter((name) => !(getPluralTerm(name) in terms))).toEqual([]);
    expect(
      ['shelf', 'factory', 'process', 'holiday', 'device'].map((name) => getPluralTerm(name as never)),
    ).toEqual(['shelves', 'factories', 'processes', 'holidays', 'devices']);
  });

  it('for an empty list have the name of an existing entity in their key', () => {
    const emptyListKeys = Object.keys(terms).filter((key) => key.startsWith('empty.'));
    expectItemsChecked('empty lists with words', emptyListKeys.length);
    expect(emptyListKeys.filter((key) => !entityNames.includes(key.slice('empty.'.length) as never))).toEqual(
      [],
    );
  });
});
