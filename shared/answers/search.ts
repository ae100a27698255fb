import type { EntityName } from '#shared/entities/index.ts';

/**
 * The entities that the search covers, in display order, with the fields that a result needs for its link or its
 * display. Triggers of the migrations 0011 and 0088 maintain the search keys of these entities.
 */
export const RESULT_FIELDS_BY_ENTITY = {
  workOrder: ['name'],
  part: ['orderId'],
  qualityException: ['description'],
  project: [],
  employee: [],
  device: [],
  craft: ['craftType'],
  workGroup: [],
  customer: [],
  supplier: [],
  material: [],
  department: ['parentId'],
} as const satisfies Partial<Record<EntityName, readonly string[]>>;
export type SearchableEntity = keyof typeof RESULT_FIELDS_BY_ENTITY;

export const MAX_RESULTS_PER_ENTITY = 6;

/** A search result. */
export interface SearchHit {
  readonly entity: SearchableEntity;
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
  /** The indexes of those characters of the name that match the typed text by pinyin. */
  readonly sounded: readonly number[];
  /** The values of the fields that `RESULT_FIELDS_BY_ENTITY` lists for the entity. */
  readonly at: Readonly<Record<string, unknown>>;
}

/** Normalises text for comparison: converts it to half-width characters in lower case. */
export const normalizeForSearch = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * Splits a query into words. A result must match each of the first five words; the other words are ignored.
 */
export const splitSearchWords = (text: string): string[] =>
  normalizeForSearch(text).split(/\s+/).filter(Boolean).slice(0, 5);
