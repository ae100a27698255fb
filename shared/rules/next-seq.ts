/**
 * New rows, for example processes, get multiples of this number as sequence numbers. Users can then insert other rows
 * between them.
 */
const SEQUENCE_GAP = 10;

/**
 * Computes the sequence number of a new last row.
 * @param lastSeq the highest sequence number so far; 0 without rows
 */
export const computeNextSeq = (lastSeq: number): number =>
  (Math.floor(lastSeq / SEQUENCE_GAP) + 1) * SEQUENCE_GAP;
