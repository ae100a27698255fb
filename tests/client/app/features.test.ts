import { describe, expect, it } from 'vitest';
import { entityNames } from '#shared/entities/index.ts';
import { terms } from '#shared/terms/index.ts';
import { entityPages } from '#client/app/routes/entity-pages.ts';
import { features } from '#client/app/routes/features.ts';
import { screenRoutes } from '#client/app/routes/screen-routes.ts';
import { getPluralTerm } from '#client/crud/pages/plural-term.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

describe('what the features say of their pages', () => {
  it('is declared for each entity by one feature only, under its name', () => {
    const claimed = features.flatMap(({ pages = {}, customPages = {} }) => [
      ...Object.keys(pages),
      ...Object.keys(customPages),
    ]);
    expectItemsChecked('entities of features', claimed.length);
    expect(claimed.filter((name, index) => claimed.indexOf(name) !== index)).toEqual([]);
    const named = features.flatMap(({ pages = {} }) =>
      Object.entries(pages).map(([name, page]) => [name, page.entity.name]),
    );
    expect(named.filter(([name, entity]) => name !== entity)).toEqual([]);
  });

  it('has a term for every title', () => {
    const titles = [
      ...entityPages.map(({ title }) => title),
      ...screenRoutes.flatMap(({ handle }) => handle.title ?? []),
    ];
    expectItemsChecked('titles of pages', titles.length);
    expect(titles.filter((title) => !(title in terms))).toEqual([]);
  });

  it('gives every page an address of its own', () => {
    const paths = [...screenRoutes.map(({ path }) => path), ...entityPages.map(({ listPath }) => listPath)];
    expectItemsChecked('addresses', paths.length);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });
});

describe('the words of a generated list', () => {
  it('are the plural of its entity, by the rule that the compiler follows too', () => {
    expectItemsChecked('plurals', entityNames.length);
    expect(entityNames.filter((name) => !(getPluralTerm(name) in terms))).toEqual([]);
    expect(
      ['shelf', 'factory', 'process', 'holiday', 'device'].map((name) => getPluralTerm(name as never)),
    ).toEqual(['shelves', 'factories', 'processes', 'holidays', 'devices']);
  });

  it('say what an empty list is for by the name of an entity that there is', () => {
    const explained = Object.keys(terms).filter((key) => key.startsWith('empty.'));
    expectItemsChecked('empty lists with words', explained.length);
    expect(explained.filter((key) => !entityNames.includes(key.slice('empty.'.length) as never))).toEqual([]);
  });
});
