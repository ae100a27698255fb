import type { KanbanField, KanbanLayout } from '#shared/entities/customer-kanban.ts';

/** A customer kanban as its viewers see it. The orders come from the source of the kanban. */
export interface KanbanAnswer {
  readonly id: number;
  readonly heading: string;
  readonly note: string | null;
  readonly layout: KanbanLayout;
  readonly customerName: string;
  readonly factoryName: string;
  /** The id of the file of the logo. A new logo has a new id. Null if there is no logo. */
  readonly logo: number | null;
  /** The fields that the customer sees, with the captions that the customer uses. */
  readonly fields: readonly { readonly field: KanbanField; readonly caption: string | null }[];
}

/** A kanban that the signed-in user may open. */
export interface ListedKanban {
  readonly id: number;
  readonly heading: string;
}

/** A new link. The token is part of its address, and is never sent again. */
export interface CreatedLink {
  readonly id: number;
  readonly token: string;
}
