import { fileTypeFromBuffer } from 'file-type';

/**
 * The binary file types that an attachment may have, keyed by the extension that is detected from the
 * content.
 */
const BINARY_FILE_TYPES: Readonly<Record<string, { extensions: readonly string[]; mediaType: string }>> = {
  png: { extensions: ['png'], mediaType: 'image/png' },
  jpg: { extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg' },
  webp: { extensions: ['webp'], mediaType: 'image/webp' },
  gif: { extensions: ['gif'], mediaType: 'image/gif' },
  pdf: { extensions: ['pdf'], mediaType: 'application/pdf' },
  xlsx: {
    extensions: ['xlsx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  docx: {
    extensions: ['docx'],
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
  cfb: { extensions: ['xls', 'doc'], mediaType: 'application/x-cfb' },
  dwg: { extensions: ['dwg'], mediaType: 'image/vnd.dwg' },
};

/** The media types of text files, keyed by file extension. */
const TEXT_MEDIA_TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  csv: 'text/csv',
  dxf: 'image/vnd.dxf',
};

function isText(content: Uint8Array): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    // Older programs write DXF and CSV files in encodings other than UTF-8. Such a file counts as text if its
    // only control characters are white space.
    return !content.some((byte) => byte < 9 || (byte > 13 && byte < 32));
  }
}

/**
 * Detects the media type of an uploaded file; null if the type is not allowed or does not match the
 * extension.
 */
export async function detectMediaType(name: string, content: Uint8Array): Promise<string | null> {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const detectedType = await fileTypeFromBuffer(content);
  if (detectedType) {
    const allowedType = BINARY_FILE_TYPES[detectedType.ext];
    return allowedType?.extensions.includes(extension) ? allowedType.mediaType : null;
  }
  return Object.hasOwn(TEXT_MEDIA_TYPES, extension) && isText(content) ? TEXT_MEDIA_TYPES[extension]! : null;
}
