import type { CardState } from '../machines/card.ts';

/** Where the pieces of cards came from and where they went. */
export interface CardGenealogy {
  cards: {
    id: number;
    code: string;
    quantity: number;
    state: CardState;
    version: number;
    isDeleted: boolean;
    /** The number of reports that were made by the card. */
    reportCount: number;
  }[];
  /** Each quantity that went from one card to another, in the order of time. */
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
