import type { ComponentType } from 'react';
import type { EntityDeclaration, RowBase } from '#shared/kernel/entity.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import type { Column } from '#client/kit/tables/column.ts';
import type { Translate } from '#client/kit/t.ts';
import type { TermKey } from '#shared/terms/index.ts';

/** A row of any entity, as the wire shows it. */
export type AnyRow = RowBase & Record<string, unknown> & { labels: Record<string, string> };

/** Where the generated pages of an entity stand, and the little in which they differ from others. */
export interface EntityPage {
  readonly entity: EntityDeclaration;
  /** The heading and the menu entry; the entity's own term where absent. */
  readonly title?: TermKey;
  readonly listPath: string;
  /** Where a row is edited; null is a new one, under `parent` where the entity is a tree. */
  readonly editPath: (row: AnyRow | null, parent?: number) => string;
  /** A field whose value is part of the address: the list is filtered by it, new rows begin with it. */
  readonly fixed?: { readonly field: string; readonly value: string } | undefined;
  /** Rows that nobody may change, as those that come with the product. */
  readonly locked?: (row: AnyRow) => boolean;
  /** The columns that its list shows, made of the generated ones. */
  readonly columns?: (generated: readonly Column<AnyRow>[], t: Translate) => Column<AnyRow>[];
  /** Inputs of its own for single fields. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
}
