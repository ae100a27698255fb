import { fileTypeFromBuffer } from 'file-type';

/** What may be uploaded, by what the content shows: the extensions that go with it, and the type it is served as. */
const BY_CONTENT: Readonly<Record<string, { extensions: readonly string[]; mediaType: string }>> = {
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

/** Kinds that are plain text and show no type: taken by their extension where the content is text indeed. */
const TEXT: Readonly<Record<string, string>> = { txt: 'text/plain', csv: 'text/csv', dxf: 'image/vnd.dxf' };

function isText(content: Uint8Array): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    // A DXF or CSV of an older program may be in the country's own encoding: text without control characters.
    return !content.some((byte) => byte < 9 || (byte > 13 && byte < 32));
  }
}

/** The media type of an uploaded file, by its content; null where it may not be kept, or its name says otherwise. */
export async function mediaTypeOf(name: string, content: Uint8Array): Promise<string | null> {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const found = await fileTypeFromBuffer(content);
  if (found) {
    const known = BY_CONTENT[found.ext];
    return known?.extensions.includes(extension) ? known.mediaType : null;
  }
  return Object.hasOwn(TEXT, extension) && isText(content) ? TEXT[extension]! : null;
}
