import type { PiecePlace } from '../ledger/locate-pieces.ts';
import type { HoldSource } from '../ledger/quality.ts';

/** The ways to begin a recall: what the suspect pieces have in common. */
export const RECALL_ORIGINS = ['material', 'card', 'process', 'device', 'employee'] as const;
export type RecallOrigin = (typeof RECALL_ORIGINS)[number];

/** Suspect pieces of a part that are in the same place. */
export interface FoundPieces {
  partId: number;
  partCode: string;
  partName: string;
  orderId: number;
  orderCode: string;
  /** The codes of the traced cards; empty if all pieces of the part are suspect. */
  cardCodes: string[];
  /** The id of the only traced card; null if there is another number of cards. */
  cardId: number | null;
  place: PiecePlace;
  /** The process at which the pieces are, or which they wait for. Finished pieces have their last process. */
  processId: number;
  processName: string;
  /** The assembly that has consumed the pieces; null in other places. */
  assemblyCode: string | null;
  quantity: number;
  /** The process and the bucket from which an exception can hold the pieces; null if it cannot. */
  hold: { processId: number; source: HoldSource } | null;
}

/** Where all pieces are that share an origin. */
export interface ForwardTrace {
  rows: FoundPieces[];
  /** The parts that were reached, with the pieces that were found and those that there must be. */
  partCount: number;
  found: number;
  expected: number;
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
  kind: string;
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
  reports: OriginReport[];
  materials: OriginMaterial[];
  measurements: OriginMeasurement[];
  milliseconds: number;
}
