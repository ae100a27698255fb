import type { CardState } from '../machines/card.ts';

/** The cards that are connected by splitting and combining, and the quantities that moved between them. */
export interface CardGenealogy {
  cards: {
    id: number;
    code: string;
    quantity: number;
    state: CardState;
    version: number;
    isDeleted: boolean;
    /** The number of reports that name the card. */
    reportCount: number;
  }[];
  /** The quantities that moved from one card to another, in the order of time. */
  edges: {
    id: number;
    fromCardId: number;
    toCardId: number;
    kind: 'split' | 'unpacked' | 'combined' | 'replenished';
    quantity: number;
    at: string;
    byName: string;
  }[];
}
