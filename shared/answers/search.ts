import type { EntityName } from '#shared/entities/index.ts';

/**
 * What is found by typing, in the order in which it is shown, with the fields that its page's address or its line needs.
 * Migration 0011 keeps the words of each.
 */
export const SEARCHED = {
  workOrder: ['name'],
  part: ['orderId'],
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
export type Searched = keyof typeof SEARCHED;

/** The rows of one entity that are answered at most. */
export const MAX_FOUND = 6;

/** A row that was found. */
export interface SearchHit {
  readonly entity: Searched;
  readonly id: number;
  readonly code: string | null;
  readonly name: string;
  /** The signs of the name, by their place, that sound as what was typed. */
  readonly sounded: readonly number[];
  /** What the address of its page, or an order's line, needs besides. */
  readonly at: Readonly<Record<string, unknown>>;
}

/** Text as it is compared: full-width signs as half-width ones, no capitals. */
export const comparableText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The words of a typed text, each of which must be found; more than five say nothing more. */
export const searchWords = (text: string): string[] =>
  comparableText(text).split(/\s+/).filter(Boolean).slice(0, 5);
