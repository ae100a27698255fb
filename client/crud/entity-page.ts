import type { ComponentType } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import type { MenuIcon } from '#client/kit/pages/menu-icons.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { AnyRow } from './row.ts';
import type { CellComponents } from './columns/entity-columns.tsx';

/** The props of an edit page's actions. */
export interface RowActions {
  readonly page: EntityPage;
  readonly row: AnyRow;
  /** The form has unsaved changes. */
  readonly dirty: boolean;
}

/** The generated pages of an entity: their paths, and how they differ from the default. */
export interface EntityPage {
  readonly entity: EntityDeclaration;
  /** The heading and the menu entry. */
  readonly title: TermKey;
  /** The icon of the menu entry. */
  readonly icon?: MenuIcon;
  readonly listPath: string;
  /** The address of a row's edit page; null is a new row, under `parent` if the entity is a tree. */
  readonly editPath: (row: AnyRow | null, parent?: number) => string;
  /** The route pattern of the edit page, if a row is not found by its id alone. */
  readonly editPattern?: string;
  /** A component that replaces the generated list. */
  readonly list?: ComponentType;
  /** Tabs between the list's heading and its filters. */
  readonly tabs?: ComponentType;
  /** A field that the address fixes to a value: it filters the list and initialises new rows. */
  readonly fixed?: { readonly field: string; readonly value: string } | undefined;
  /** A factory has one record of this entity, so its form replaces the list. */
  readonly single?: true;
  /** Whether nobody may change a row, such as a row that ships with the product. */
  readonly locked?: (row: AnyRow) => boolean;
  /** The reason for the lock, if it differs from the default. */
  readonly lockedText?: TermKey;
  /** More actions on a row, shown beside its name. */
  readonly actions?: ComponentType<RowActions>;
  /** Custom cell components of the list, by column name. */
  readonly cells?: CellComponents;
  /** On a phone: the columns that come first, unless somebody has arranged the columns. */
  readonly narrowFirst?: readonly string[];
  /** Custom inputs for single fields. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
}
