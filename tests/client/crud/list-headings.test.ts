import { expect, it } from 'vitest';
import { entities } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { LANGS } from '#shared/kernel/lang.ts';
import { LIST_LAYOUT_BY_ENTITY } from '#shared/rules/list-layouts.ts';
import { translateTerm, type TermKey } from '#shared/terms/index.ts';
import { getTitledColumns, toTableColumns } from '#client/crud/columns/entity-columns.tsx';
import { estimateChoiceWidth, estimateHeadingWidth } from '#client/kit/tables/column.ts';
import type { Translate } from '#client/kit/words/t.ts';
import { expectItemsChecked } from '#tests/support/expect-items-checked.ts';

it('no heading and no choice is cut off in any language, unless somebody narrows the column', () => {
  let columnCount = 0;
  for (const lang of LANGS) {
    const t: Translate = (key, params) => translateTerm(lang, key as TermKey, params);
    for (const entity of Object.values<EntityDeclaration>(entities)) {
      // The headings of these lists wrap, so they are never cut.
      if (LIST_LAYOUT_BY_ENTITY[entity.name]?.wraps) continue;
      const shownColumns = toTableColumns(getTitledColumns(entity, [], t), {}, t, 'UTC');
      const cutColumns = shownColumns.filter(
        ({ name, title, unit, width }) =>
          width !== undefined &&
          width <
            Math.max(
              estimateHeadingWidth(title, unit),
              estimateChoiceWidth(entity.fields[name]?.choices?.map((choice) => t(choice)) ?? []),
            ),
      );
      expect([lang, entity.name, cutColumns.map(({ title }) => title)]).toEqual([lang, entity.name, []]);
      columnCount += shownColumns.length;
    }
  }
  expectItemsChecked('columns', columnCount);
});
