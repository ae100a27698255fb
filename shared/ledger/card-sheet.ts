/** The printed content of a process card. */
export interface CardSheetContent {
  id: number;
  code: string;
  quantity: number;
  /** How often the card has been printed. */
  printCount: number;
  /** The codes of the cards from which the pieces came; empty for an original card of the part. */
  originCodes: string[];
  orderId: number;
  orderCode: string;
  orderName: string;
  dueDate: string | null;
  partName: string;
  partCode: string;
  materialName: string | null;
  spec: string | null;
  size: string | null;
  /** The processes of the part, by sequence number. */
  processes: { seq: number; name: string; workGroupName: string | null }[];
}

/** The cards that match a search, and the number of all matching cards. */
export interface CardSheetsAnswer {
  sheets: CardSheetContent[];
  total: number;
}
