/** The gap between the sequence numbers of new processes. Users can insert processes in the gap. */
const SEQUENCE_GAP = 10;

/** Returns the sequence number of a new process at the end of a routing. */
export const findNextSeq = (last: number): number => (Math.floor(last / SEQUENCE_GAP) + 1) * SEQUENCE_GAP;
