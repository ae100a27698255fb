import type { TermKey } from './term-key.ts';
import type { FieldMap, LabelledFields, RecordValues } from './fields.ts';
import type { CodeOfPath, Permission } from './permissions.ts';
import type { ColumnOwner } from '#shared/kernel/column-owners.ts';

/** The verbs of the endpoints that can be generated for an entity. */
export const ENTITY_VERBS = ['page', 'get', 'save', 'delete', 'list'] as const;
export type EntityVerb = (typeof ENTITY_VERBS)[number];

/** The topics of the change feed. A screen receives only the topics that its user may see. */
export const CHANGE_TOPICS = [
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
export type ChangeTopic = (typeof CHANGE_TOPICS)[number];

/** The declaration of an entity. Its type, validation, endpoints, screens and change feed all come from it. */
export interface EntityDeclaration<
  N extends string = string,
  F extends FieldMap = FieldMap,
  K extends string = string,
  C extends string = Permission,
> {
  /**
   * The name in the singular, such as 'workOrder'. It is also the name of the table, as work_order, and of the
   * term.
   */
  readonly name: N;
  /** The wire path without the verb, e.g. '/mes/system/basic/device'. */
  readonly path: string;
  /**
   * The code that permits reading; the same code with _ADD, _MODIFY or _DELETE permits writing. A permission that
   * everybody has, such as SIGNED_IN, permits reading and writing. `{ read, write }` gives one permission for reading
   * and one for all writes. A code that is not in `Permission` must be the `CodeOfPath` of the entity's path.
   */
  readonly permission: C | { readonly read: Permission; readonly write: Permission };
  /** The field that names a row to people, in pickers and messages. */
  readonly shownAs: K;
  /** The default sort field of lists; '-' before it sorts in descending order. */
  readonly sort: K | `-${K}`;
  /** The field that refers to the parent row, if rows of the entity form a tree. */
  readonly parentField?: K;
  /** Fields that only the server sets. Lists show and filter them, and a save call must not contain them. */
  readonly derived?: readonly K[];
  /** The filters in the first row of the list, at most five. */
  readonly filters?: readonly K[];
  /**
   * The fields by which a picker may filter its rows. Users who may only choose rows can filter by these
   * fields and by the fields of the short form of a row, but by no others.
   */
  readonly pickedBy?: readonly K[];
  /** The topic under which changes of rows are published (default: setting). */
  readonly topic?: ChangeTopic;
  /** The owner of the custom columns. Each row stores the values of these columns in `custom_values`. */
  readonly customColumns?: ColumnOwner;
  /** The verbs whose endpoints are generated (default: all). */
  readonly verbs?: readonly EntityVerb[];
  /** The verbs whose endpoints a terminal may call (default: none). */
  readonly terminalVerbs?: readonly EntityVerb[];
  readonly fields: F;
}

/** The fields that the API returns for every row in addition to the declared fields. */
export interface RowBase {
  id: number;
  version: number;
  createdAt: string;
  updatedAt: string;
  /** The name of the person who last changed the row; empty if it was the server itself. */
  updatedBy: string;
}

/** A row as the API returns it; `labels` contains, by field, the name of the row or rows to which the field refers. */
export type RecordOf<E extends EntityDeclaration> = RowBase &
  RecordValues<E['fields']> & { labels: Partial<Record<keyof E['fields'], string>> };

/** Declares an entity. A field needs `label` if there is no term with its name (without a final Id or Ids). */
export function defineEntity<const N extends TermKey, const F extends FieldMap, const P extends string>(
  declaration: EntityDeclaration<N, F, (keyof F & string) | 'id', Permission | CodeOfPath<NoInfer<P>>> & {
    readonly path: P;
    readonly fields: LabelledFields<F>;
  },
): EntityDeclaration<N, F> {
  // The cast is needed, because the parameter also accepts the code of the path, even if `Permission` does not
  // contain it. Roles can hold this code, because `shared/entities/permission-codes.ts` collects the codes from the
  // declarations.
  return declaration as EntityDeclaration<N, F>;
}
