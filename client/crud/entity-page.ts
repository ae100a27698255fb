import type { ComponentType } from 'react';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import type { MenuIcon } from '#client/kit/pages/menu-icons.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { AnyRow } from './row.ts';
import type { CellRenderers, CellWidths } from './columns/entity-columns.tsx';

/** The props of the component that shows extra actions on an edit page. */
export interface RowActionsProps {
  readonly page: EntityPage;
  readonly row: AnyRow;
  /** Whether the form has unsaved changes. */
  readonly dirty: boolean;
}

/** Makes the history state for the page of a row that was just added. */
export const makeHistoryStateOfAddedRow = (row: AnyRow) => ({ added: row.id });

/** Whether the user has come to the page of a row by adding the row. */
export const wasJustAdded = (state: unknown, row: AnyRow): boolean =>
  (state as { added?: unknown } | null)?.added === row.id;

/** The props of the component that shows actions for the selected rows of a list. */
export interface BatchActionsProps {
  readonly rows: readonly AnyRow[];
  /** Selects other rows, for example the refused rows. */
  readonly onSelect: (ids: ReadonlySet<number>) => void;
}

/** The generated pages of an entity: their paths, and their differences from the default pages. */
export interface EntityPage {
  readonly entity: EntityDeclaration;
  /** The text of the heading and of the menu entry. */
  readonly title: TermKey;
  readonly icon?: MenuIcon;
  readonly listPath: string;
  /**
   * Returns the address of a row's edit page. A null row is a new row, which a tree adds below
   * `parent`.
   */
  readonly editPath: (row: AnyRow | null, parentId?: number) => string;
  /** The route pattern of the edit page, if its address contains more than the id of the row. */
  readonly editPattern?: string;
  /** A component that replaces the generated list. */
  readonly list?: ComponentType;
  /** Tabs between the list's heading and its filters. */
  readonly tabs?: ComponentType;
  /**
   * A field with one fixed value on this page. The value filters the list and is the value of new
   * rows.
   */
  readonly fixedFieldValue?: { readonly field: string; readonly value: string } | undefined;
  /**
   * Set if a factory has only one record of this entity. The page is then a form instead of a list.
   */
  readonly isSingle?: true;
  /**
   * Returns whether a row is read-only for everybody, for example because it ships with the
   * product.
   */
  readonly isLocked?: (row: AnyRow) => boolean;
  /** The text that explains why a row is read-only, if it differs from the default text. */
  readonly lockedText?: TermKey;
  /** More actions on a row, shown beside its name. */
  readonly actions?: ComponentType<RowActionsProps>;
  /**
   * Actions for the selected rows of the list. The component stays rendered while no row is
   * selected, so that its dialogs stay open.
   */
  readonly batchActions?: ComponentType<BatchActionsProps>;
  /** The functions that render cells of the list differently from the default, by column name. */
  readonly cells?: CellRenderers;
  /** The functions that return the default width in pixels of custom cells, by column name. */
  readonly cellWidths?: CellWidths;
  /**
   * The columns that come first on a phone, unless the user or the factory has arranged the
   * columns.
   */
  readonly firstColumnsOnPhone?: readonly string[];
  /** The components of custom inputs, by field name. */
  readonly inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
}
