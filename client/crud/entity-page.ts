import type { ComponentType } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { AnyRow } from './row.ts';
import type { DrawnCells } from './columns/entity-columns.tsx';

/** What the actions of an edit page are given. */
export interface RowActions {
  readonly page: EntityPage;
  readonly row: AnyRow;
  /** Something is typed that is not saved. */
  readonly dirty: boolean;
}

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
  /** A factory has one of it: its form stands where others have their list. */
  readonly single?: true;
  /** Rows that nobody may change, as those that come with the product. */
  readonly locked?: (row: AnyRow) => boolean;
  /** Why not, where it is another reason than that. */
  readonly lockedText?: TermKey;
  /** What else can be done with a row, beside its name. */
  readonly actions?: ComponentType<RowActions>;
  /** Cells of its list that are drawn in their own way, by the column's name. */
  readonly cells?: DrawnCells;
  /** On a phone: the columns that are seen without pushing the table aside, where nobody has arranged them. */
  readonly narrowFirst?: readonly string[];
  /** Inputs of its own for single fields. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
}
