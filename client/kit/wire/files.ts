/** The paths of the raw calls that upload an attachment and download a file. */
export const FILE_PATHS = { upload: '/mes/file/upload', get: '/mes/file/get' } as const;

/** The maximum size of an attachment: 5 MB (specification §5). */
export const MAX_FILE_BYTES = 5 * 1024 * 1024;

/** The record of a file on the server. */
export interface StoredFile {
  readonly id: number;
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: number;
}
