/** How pieces went from one node of a genealogy to the next. */
export const GENEALOGY_STEPS = [
  'workedOn',
  'issuedTo',
  'split',
  'unpacked',
  'combined',
  'builtInto',
  'partsMerged',
] as const;
type GenealogyStep = (typeof GENEALOGY_STEPS)[number];

/** A card or a part with its pieces, a material that went into them, or the origin of a recall. */
export interface GenealogyNode {
  /** Identifies the node within its genealogy. */
  key: string;
  kind: 'origin' | 'material' | 'card' | 'part';
  code: string;
  /** The name of the part, also for a card; null if there is none. */
  name: string | null;
  /** The order of a card or a part; null for other nodes. */
  orderCode: string | null;
  /** The planned quantity; null if the node has none. */
  quantity: number | null;
  /** The id of the part, also for a card; null for other nodes. */
  partId: number | null;
}

/** Pieces that went from one node to another. */
export interface GenealogyEdge {
  from: string;
  to: string;
  step: GenealogyStep;
  /** The number of pieces; null if it is not known which of several cards they came from. */
  quantity: number | null;
}

/**
 * The movements of pieces, either forward from the origin to the places where they are, or backward from the
 * traced pieces to their materials.
 */
export interface Genealogy {
  nodes: GenealogyNode[];
  edges: GenealogyEdge[];
  /**
   * Whether edges were left out because there were too many. `edges` then contains those nearest to the
   * traced pieces.
   */
  isCut: boolean;
}
