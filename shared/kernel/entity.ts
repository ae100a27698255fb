import type { TermKey } from './term-key.ts';
import type { FieldMap, Labelled, ValuesOf } from './fields.ts';
import type { Permission } from './permissions.ts';
import type { ColumnOwner } from './column-owners.ts';

/** What can be asked of every generated entity. */
export const VERBS = ['page', 'get', 'save', 'delete', 'list'] as const;
export type Verb = (typeof VERBS)[number];

/** The topics of the change feed; a screen subscribes by topic. */
export const TOPICS = [
  'progress',
  'report',
  'quality',
  'plan',
  'device',
  'andon',
  'setting',
  'board',
  'approval',
] as const;
export type Topic = (typeof TOPICS)[number];

/** What a factory has many of, and keeps. One declaration gives type, checks, endpoints, screens and feed. */
export interface EntityDeclaration<
  N extends string = string,
  F extends FieldMap = FieldMap,
  K extends string = string,
> {
  /** Its name in the singular: the table, the term and the type are called so. */
  readonly name: N;
  /** The wire path before the verb, as '/mes/system/basic/device'. */
  readonly path: string;
  /**
   * The code that shows it; code_ADD, _MODIFY, _DELETE act.
   * Where seeing is open to all, or acting has one code of its own: `{ read, write }`.
   */
  readonly permission: Permission | { readonly read: Permission; readonly write: Permission };
  /** The field that names a row to people, in pickers and messages. */
  readonly shownAs: K;
  /** The field that lists start sorted by; '-' before it turns the order. */
  readonly sort: K | `-${K}`;
  /** The field that refers to the parent row of the same entity. */
  readonly tree?: K;
  /** Fields that only the server sets: shown and filtered, never taken from a save. */
  readonly derived?: readonly K[];
  /** The filters that stand in the first row of its list, at most five. */
  readonly filters?: readonly K[];
  /** The topic of its changes (default: setting). */
  readonly topic?: Topic;
  /** Whose custom columns its rows have: a factory's own, kept in `custom_values`. */
  readonly customColumns?: ColumnOwner;
  /** The verbs that are generated (default: all). */
  readonly verbs?: readonly Verb[];
  readonly fields: F;
}

/** The columns that every row has besides its declared fields. */
export interface RowBase {
  id: number;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** The name of the person who changed it last. */
  updatedBy: string;
}

/** A row as the wire shows it; `labels` names every row that it refers to. */
export type RecordOf<E extends EntityDeclaration> = RowBase &
  ValuesOf<E['fields']> & { labels: Partial<Record<keyof E['fields'], string>> };

/** Declares an entity. A field without a term of its own name needs `label`. */
export function defineEntity<const N extends TermKey, const F extends FieldMap>(
  declaration: EntityDeclaration<N, F, (keyof F & string) | 'id'> & { readonly fields: Labelled<F> },
): EntityDeclaration<N, F> {
  return declaration;
}
