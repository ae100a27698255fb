import type { IncomingMessage } from 'node:http';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { makeError } from '#shared/kernel/errors.ts';

const MAX_FORM_FIELDS = 500;
/** Field names that are refused because they could change the prototype of an object. */
const FORBIDDEN_FIELD_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
/** The number of bytes after which the reading of a body pauses until the caller is identified. */
const HEAD_BYTES = 64 * 1024;
/** The number of bytes that are decoded before other requests get their turn. */
const BYTES_PER_SLICE = 256 * 1024;

const [AMPERSAND, EQUALS, PERCENT, PLUS, SPACE] = [0x26, 0x3d, 0x25, 0x2b, 0x20];

/** The maximum size of a body, and its text for error messages. */
export interface BodyLimit {
  bytes: number;
  label: string;
}

function countFieldSeparators(chunk: Buffer): number {
  let count = 0;
  for (let index = chunk.indexOf(AMPERSAND); index >= 0; index = chunk.indexOf(AMPERSAND, index + 1)) count++;
  return count;
}

/**
 * Reads the form-encoded body of a request in two steps, so that the caller is known before a large body is read.
 */
export class FormBodyReader {
  private readonly request: IncomingMessage;
  private readonly limit: BodyLimit;
  private readonly chunks: Buffer[] = [];
  private byteCount = 0;
  private pairCount = 1;

  constructor(request: IncomingMessage, limit: BodyLimit) {
    this.request = request;
    this.limit = limit;
  }

  /**
   * Reads the beginning of the body.
   * @returns the beginning, and whether it is the whole body
   * @throws tooLarge, and paramCheckFailed if the body is compressed, has too many fields or is interrupted
   */
  async readHead(): Promise<{ head: Buffer; isWholeBody: boolean }> {
    const { 'content-length': length, 'content-encoding': encoding = 'identity' } = this.request.headers;
    if (encoding !== 'identity') throw makeError('paramCheckFailed');
    if (Number(length ?? 0) > this.limit.bytes) throw this.makeTooLargeError();
    const isWholeBody = await this.read(HEAD_BYTES);
    return { head: Buffer.concat(this.chunks), isWholeBody };
  }

  /**
   * Reads the rest of the body.
   * @returns the whole body
   * @throws tooLarge, and paramCheckFailed if the body has too many fields or is interrupted
   */
  async readWhole(): Promise<Buffer> {
    await this.read(Number.POSITIVE_INFINITY);
    return Buffer.concat(this.chunks);
  }

  /** Reads until the body ends or exceeds `stopAfterBytes`. @returns whether the body has ended */
  private async read(stopAfterBytes: number): Promise<boolean> {
    const { request } = this;
    if (request.readableEnded) return true;
    const iterator = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
    try {
      while (this.byteCount <= stopAfterBytes) {
        const { value: chunk, done } = await iterator.next();
        if (done) return true;
        this.addChunk(chunk);
      }
      return false;
    } catch (error) {
      throw request.errored ? makeError('paramCheckFailed') : error;
    } finally {
      await iterator.return?.();
    }
  }

  private addChunk(chunk: Buffer): void {
    this.byteCount += chunk.length;
    if (this.byteCount > this.limit.bytes) throw this.makeTooLargeError();
    this.pairCount += countFieldSeparators(chunk);
    if (this.pairCount > MAX_FORM_FIELDS) throw makeError('paramCheckFailed');
    this.chunks.push(chunk);
  }

  private makeTooLargeError = () => makeError('tooLarge', { max: this.limit.label });
}

/** The value of each character code as a hexadecimal digit; -1 for all other characters. */
const HEX_DIGIT_VALUES = Int8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? -1 : value;
});

/** Decodes the name or the value of a field. It lets other requests run after each slice of a long text. */
async function decodeText(bytes: Buffer): Promise<string> {
  if (!bytes.includes(PERCENT) && !bytes.includes(PLUS)) return bytes.toString('utf8');
  const decoded = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let sliceEnd = BYTES_PER_SLICE;
  for (let index = 0; index < bytes.length; index++) {
    if (index >= sliceEnd) {
      await yieldToEventLoop();
      sliceEnd = index + BYTES_PER_SLICE;
    }
    const byte = bytes[index]!;
    const high = byte === PERCENT ? (HEX_DIGIT_VALUES[bytes[index + 1]!] ?? -1) : -1;
    const low = high < 0 ? -1 : (HEX_DIGIT_VALUES[bytes[index + 2]!] ?? -1);
    if (low < 0) decoded[length++] = byte === PLUS ? SPACE : byte;
    else {
      decoded[length++] = high * 16 + low;
      index += 2;
    }
  }
  return decoded.toString('utf8', 0, length);
}

/** Yields the encoded name and value of each field of a form. */
function* splitFormFields(body: Buffer): Generator<{ name: Buffer; value: Buffer }> {
  for (let start = 0; start < body.length;) {
    const separatorIndex = body.indexOf(AMPERSAND, start);
    const end = separatorIndex < 0 ? body.length : separatorIndex;
    const pair = body.subarray(start, end);
    start = end + 1;
    if (pair.length === 0) continue;
    const equalsIndex = pair.indexOf(EQUALS);
    yield equalsIndex < 0
      ? { name: pair, value: pair.subarray(pair.length) }
      : { name: pair.subarray(0, equalsIndex), value: pair.subarray(equalsIndex + 1) };
  }
}

/**
 * Parses a form-encoded body; null if it has too many fields, a repeated field, or an empty or forbidden
 * name.
 */
export async function parseFormBody(body: Buffer): Promise<Map<string, string> | null> {
  const fields = new Map<string, string>();
  for (const pair of splitFormFields(body)) {
    const name = await decodeText(pair.name);
    if (name === '' || FORBIDDEN_FIELD_NAMES.has(name) || fields.has(name) || fields.size >= MAX_FORM_FIELDS)
      return null;
    fields.set(name, await decodeText(pair.value));
  }
  return fields;
}

/**
 * Finds a short field, such as the token, in the beginning of a body; null if the field is missing or may be
 * cut off.
 * @param isWholeBody whether the beginning is the whole body, so that its last field is not cut off
 */
export async function findField(head: Buffer, isWholeBody: boolean, name: string): Promise<string | null> {
  const prefix = Buffer.from(`${name}=`);
  for (let start = 0; start >= 0 && start < head.length;) {
    const end = head.indexOf(AMPERSAND, start);
    if (head.subarray(start, start + prefix.length).equals(prefix))
      return end < 0 && !isWholeBody
        ? null
        : decodeText(head.subarray(start + prefix.length, end < 0 ? head.length : end));
    start = end < 0 ? -1 : end + 1;
  }
  return null;
}
