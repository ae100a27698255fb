import { constants, createHash, privateDecrypt, timingSafeEqual, type KeyObject } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  encodeParams,
  toWireText,
  MAX_BLOCK_LENGTH,
  MAX_BLOCKS,
  splitIntoBlocks,
} from '#shared/kernel/wire.ts';

/** Matches an encrypted block of the header: 256 bytes (one RSA-2048 block) in Base64. */
const BLOCK_PATTERN = /^[A-Za-z0-9+/]{342}==$/;
const KEY_ID_PATTERN = /^[0-9a-f]{1,64}$/;
const BLOCK_PREFIX_PATTERN = /^([0-9a-f]{16})([0-9a-f]{2})([0-9a-f]{2})/;
/** The number of characters that are encoded before other requests get their turn. */
const CHARACTERS_PER_SLICE = 128 * 1024;
/** Form fields that need not be copied into `requestParams`. */
const UNCOPIED_FIELDS: ReadonlySet<string> = new Set(['token', 'lang']);

const hashSha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const isEqualInConstantTime = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const decryptBlock = (key: KeyObject, block: string): string =>
  privateDecrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(block, 'base64'),
  ).toString('latin1');

/** Splits the header into the id of the key and the encrypted blocks; null if it is malformed. */
export function parseHeader(header: unknown): { keyId: string; blocks: string[] } | null {
  if (typeof header !== 'string') return null;
  const [version, keyId, ...blocks] = header.split('.', MAX_BLOCKS + 3);
  if (version !== 'v1' || keyId === undefined || !KEY_ID_PATTERN.test(keyId)) return null;
  if (blocks.length < 1 || blocks.length > MAX_BLOCKS || !blocks.every((block) => BLOCK_PATTERN.test(block)))
    return null;
  return { keyId, blocks };
}

/** Decrypts the blocks; null if a block is wrong or missing, or the blocks are not in order. */
function decryptBlocks(key: KeyObject, blocks: readonly string[]): string[] | null {
  const parts: string[] = [];
  let nonce: string | undefined;
  for (const [index, block] of blocks.entries()) {
    let text: string;
    try {
      text = decryptBlock(key, block);
    } catch {
      // The block is not encrypted with the public key that belongs to this private key.
      return null;
    }
    const prefix = BLOCK_PREFIX_PATTERN.exec(text);
    if (!prefix) return null;
    nonce ??= prefix[1];
    if (prefix[1] !== nonce || Number.parseInt(prefix[2]!, 16) !== index) return null;
    if (Number.parseInt(prefix[3]!, 16) !== blocks.length) return null;
    parts.push(text.slice(prefix[0].length));
  }
  return parts;
}

/**
 * Computes the texts that the decrypted blocks must contain to match `requestParams`. A long text is encoded
 * in slices.
 * @throws URIError if the text contains half of a surrogate pair
 */
async function makeExpectedBlocks(requestParams: string): Promise<string[]> {
  // Encoding never shortens a text. If a text is longer than all blocks together, the header therefore
  // contains a digest.
  if (requestParams.length <= MAX_BLOCK_LENGTH * MAX_BLOCKS)
    return splitIntoBlocks(encodeParams(requestParams), hashSha256);
  const hash = createHash('sha256');
  for (let start = 0; start < requestParams.length;) {
    const lastCode = requestParams.charCodeAt(start + CHARACTERS_PER_SLICE - 1);
    // A slice does not end between the halves of a surrogate pair.
    const end = start + CHARACTERS_PER_SLICE - (lastCode >= 0xd800 && lastCode <= 0xdbff ? 1 : 0);
    hash.update(encodeParams(requestParams.slice(start, end)));
    start = end;
    if (start < requestParams.length) await yieldToEventLoop();
  }
  return [`sha256:${hash.digest('hex')}`];
}

/** Whether the blocks, when decrypted, contain the given `requestParams`. */
export async function doBlocksMatchParams(
  key: KeyObject,
  blocks: readonly string[],
  requestParams: string,
): Promise<boolean> {
  let expectedBlocks: string[];
  try {
    expectedBlocks = await makeExpectedBlocks(requestParams);
  } catch {
    // The text contains half of a surrogate pair, which UTF-8 cannot encode. No header can match
    // it.
    return false;
  }
  const parts = decryptBlocks(key, blocks);
  if (!parts || parts.length !== expectedBlocks.length) return false;
  // All parts are compared, so that the time of the answer does not reveal the first difference.
  return parts.map((part, index) => isEqualInConstantTime(part, expectedBlocks[index]!)).every(Boolean);
}

const isSameValue = (copiedValue: unknown, text: string): boolean => {
  if (typeof copiedValue === 'string' || copiedValue === null) return toWireText(copiedValue) === text;
  try {
    if (toWireText(copiedValue) === text) return true;
    // The form may write the same number or object in another way, for example 1.0 instead of 1.
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(copiedValue);
  } catch {
    // The text is not JSON, or its values are nested too deeply.
    return false;
  }
};

/**
 * Whether `requestParams` is a copy of the other fields of the form. Only the fields in `UNCOPIED_FIELDS` may
 * be missing in the copy.
 */
export function isCopyOfForm(requestParams: string, form: ReadonlyMap<string, string>): boolean {
  let copy: unknown;
  try {
    copy = JSON.parse(requestParams);
  } catch {
    return false;
  }
  if (copy === null || typeof copy !== 'object' || Array.isArray(copy)) return false;
  const copiedFields = new Map(Object.entries(copy));
  for (const [name, value] of copiedFields) {
    const text = form.get(name);
    if (name === 'requestParams' || text === undefined || !isSameValue(value, text)) return false;
  }
  return [...form.keys()].every(
    (name) => name === 'requestParams' || copiedFields.has(name) || UNCOPIED_FIELDS.has(name),
  );
}
