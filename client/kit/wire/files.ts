/** Where files are kept and fetched, both by the second call type. */
export const FILE_PATHS = { upload: '/mes/file/upload', get: '/mes/file/get' } as const;

/** The largest attachment: 5 MB (specification §5). */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** A file as the server keeps it. */
export interface StoredFile {
  readonly id: number;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
}
