import type { TermKey } from '../terms/index.ts';
import type { Genealogy } from '../ledger/genealogy.ts';
import type { PiecePlace } from '../ledger/locate-pieces.ts';
import type { HoldSource } from '../ledger/quality.ts';

/** The ways to begin a recall: what the suspect pieces have in common. */
export const RECALL_ORIGINS = ['card', 'part', 'process', 'device', 'employee', 'material'] as const;
export type RecallOrigin = (typeof RECALL_ORIGINS)[number];
/** The origins for which a time span can be given. It limits the reports of work or the issues of materials. */
export const ORIGINS_WITH_SPAN: readonly RecallOrigin[] = ['process', 'device', 'employee', 'material'];

/** Suspect pieces of a part that are in the same place. */
export interface FoundPieces {
  partId: number;
  partCode: string;
  partName: string;
  orderId: number;
  orderCode: string;
  /** The customer of the order; null if it has none. */
  customerName: string | null;
  /** The codes of the traced cards; empty if all pieces of the part are suspect. */
  cardCodes: string[];
  /** The id of the traced card; null if there is no traced card or more than one. */
  cardId: number | null;
  place: PiecePlace;
  /**
   * The process at which the pieces are, or for which they wait. For finished pieces, the last process of the
   * part.
   */
  processId: number;
  processName: string;
  /** The assembly that has consumed the pieces; null in other places. */
  assemblyCode: string | null;
  quantity: number;
  /**
   * The process and the bucket from which an exception can hold the pieces; null if no exception can hold
   * them.
   */
  hold: { processId: number; source: HoldSource } | null;
}

/** The traced object by its code and its name. */
export interface TracedSubject {
  code: string;
  name: string | null;
}

/** The answer to a forward trace: the places of all pieces that have the traced origin. */
export interface ForwardTrace {
  subject: TracedSubject;
  rows: FoundPieces[];
  /** The number of reached parts, the number of found pieces, and the number of pieces that should be found. */
  partCount: number;
  found: number;
  expected: number;
  genealogy: Genealogy;
  /** How long the search took, in milliseconds. */
  milliseconds: number;
}

/** A report of work on the traced pieces, or on the pieces that went into them. */
export interface OriginReport {
  reportId: number;
  orderCode: string;
  partId: number;
  partCode: string;
  partName: string;
  processName: string;
  kind: TermKey;
  cardCode: string | null;
  deviceName: string | null;
  people: string[];
  startedAt: string;
  endedAt: string | null;
  good: number;
  scrap: number;
  rework: number;
  barcodes: string[];
  parameters: { name: string; unit: string | null; value: number; outsideLimits: boolean }[];
}

/** A material that was issued to a traced part. */
export interface OriginMaterial {
  partId: number;
  partCode: string;
  materialId: number;
  materialCode: string;
  materialName: string;
  quantity: number;
  firstAt: string;
  lastAt: string;
}

/** The values of one characteristic that an inspection measured on the traced pieces. */
export interface OriginMeasurement {
  inspectionId: number;
  inspectionCode: string;
  partCode: string;
  processName: string;
  characteristic: string;
  unit: string | null;
  lowerLimit: number | null;
  upperLimit: number | null;
  values: number[];
  badCount: number;
  inspector: string | null;
  at: string;
}

/** What went into pieces, and who worked on them, on which device, when, and with which measured values. */
export interface BackwardTrace {
  subject: TracedSubject;
  reports: OriginReport[];
  materials: OriginMaterial[];
  measurements: OriginMeasurement[];
  genealogy: Genealogy;
  milliseconds: number;
}

/**
 * Whether an exception can hold pieces. `canBeHeld` says yes. Every other value gives the reason why not, and most of
 * them tell what must happen first.
 */
export const HOLDABILITIES = [
  'canBeHeld',
  'heldAlready',
  'holdNotNeeded',
  'holdBySuspending',
  'holdAfterWork',
  'holdAfterReturn',
  'holdAfterReversal',
  'holdWithAssembly',
  'holdCardByCard',
] as const;
type Holdability = (typeof HOLDABILITIES)[number];

const HOLDABILITY_BY_PLACE: Readonly<Record<PiecePlace, Holdability>> = {
  notStarted: 'holdBySuspending',
  waiting: 'holdCardByCard',
  inWork: 'holdAfterWork',
  onHold: 'heldAlready',
  inRework: 'holdAfterWork',
  atSupplier: 'holdAfterReturn',
  scrapped: 'holdNotNeeded',
  finished: 'holdCardByCard',
  inWarehouse: 'holdAfterReversal',
  consumed: 'holdWithAssembly',
};

/** Returns whether an exception can hold found pieces, or the reason why not. */
export const getHoldability = ({ place, hold }: Pick<FoundPieces, 'place' | 'hold'>): Holdability =>
  hold ? 'canBeHeld' : HOLDABILITY_BY_PLACE[place];
