/**
 * New processes get multiples of this number as sequence numbers, so that users can insert processes
 * between them.
 */
const SEQUENCE_GAP = 10;

/** Returns the sequence number of a new process at the end of a routing. */
export const findNextSeq = (last: number): number => (Math.floor(last / SEQUENCE_GAP) + 1) * SEQUENCE_GAP;
