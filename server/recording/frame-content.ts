import { promisify } from 'node:util';
import { deflateRaw, inflateRaw, inflateRawSync } from 'node:zlib';
import type { ReportRow } from '#shared/kernel/report.ts';

/** The content of a key frame: all rows of a source, and the columns that identify a row. */
export interface KeyFrameContent {
  readonly rowKey: readonly string[];
  readonly rows: readonly ReportRow[];
}

/** The content of any other frame: the rows that differ from the frame before. */
export interface ChangeFrameContent {
  readonly upsert: readonly ReportRow[];
  /** The keys of removed rows, built with `buildRowKey`. */
  readonly remove: readonly string[];
}

/** Up to this size, in bytes, a frame is unpacked in this thread, because another thread would take longer. */
const MAX_SYNC_UNPACK_BYTES = 4096;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Compresses the JSON text of a frame for the database. */
export const packFrame = (json: string): Promise<Buffer> => deflate(json);

/**
 * Unpacks the content of a frame.
 * @returns the content, and its length in bytes before it was packed
 * @throws if the bytes were not written by `packFrame`
 */
export async function unpackFrame(packedContent: Buffer): Promise<{ content: unknown; byteCount: number }> {
  const isSmall = packedContent.length <= MAX_SYNC_UNPACK_BYTES;
  const json = isSmall ? inflateRawSync(packedContent) : await inflate(packedContent);
  return { content: JSON.parse(json.toString('utf8')), byteCount: json.length };
}
