import type { ResponseFlag, RowLink } from './errors.ts';
import type { Lang } from './lang.ts';

/** The names of the headers of the HTTP interface. */
export const PARAMS_HEADER = 'x-request-params';
export const TIMESTAMP_HEADER = 'x-timestamp';
export const TOKEN_HEADER = 'x-token';
/**
 * The header that requests a streamed answer for a long call. With the value `lines` the server
 * sends lines with the progress, then pieces of the file, and finally the answer.
 */
export const PROGRESS_HEADER = 'x-progress';
/** The content type of a streamed answer. */
export const PROGRESS_CONTENT_TYPE = 'application/x-mes-progress';

/**
 * The maximum number of characters of encoded parameters in one block of the parameter header.
 * RSA-2048 with OAEP-SHA-256 encrypts 190 bytes at a time, and 20 of them are a prefix.
 */
export const MAX_BLOCK_LENGTH = 170;
/** The maximum number of blocks that fit into a header; longer parameters are sent as a digest. */
export const MAX_BLOCKS = 4;
/** The maximum difference between the X-Timestamp header and the clock of the database, in milliseconds. */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** The JSON answer to a call. A call for a reference list is answered with a plain array instead. */
export type Answer<T = unknown> =
  | { success: true; data: T }
  | {
      success: false;
      flag: ResponseFlag | null;
      code: string;
      message: string;
      fields?: Record<string, string>;
      params?: Record<string, string | number | null>;
      /** The rows that caused the refusal, as far as the caller may read them. */
      rows?: readonly RowLink[];
      requestLogId?: string;
    };

/** The progress of a long call. */
export interface CallProgress {
  phase: 'reading' | 'checking' | 'writing' | 'exporting';
  done: number;
  /** The total number of steps; null while it is unknown. */
  total: number | null;
}

/**
 * A line of a streamed answer: JSON, then a line feed. A `bytes` line is followed by that many raw
 * bytes of the file. The last line is an answer; if it is missing, the transfer was interrupted.
 */
export type ProgressLine =
  | { progress: CallProgress }
  | { file: { name: string; mediaType: string } }
  | { bytes: number }
  | Answer;

/** The signed-in user. `UserAnswer` is the form in which `/mes/login/current` returns it. */
export interface CurrentUser {
  accountId: number;
  kind: 'employee' | 'customer' | 'supplier' | 'terminal';
  employeeId: number | null;
  factoryId: number;
  factoryCode: string;
  factoryName: string;
  /** The IANA time zone of the factory: all screens show days in this zone. */
  zone: string;
  code: string;
  name: string;
  /** The customer or supplier that an outside account belongs to; both fields are null for other accounts. */
  customerId: number | null;
  supplierId: number | null;
  /** The home factory of a guest from another factory. */
  homeFactoryId: number | null;
  /** The language that the user chose; null if the language of the device is used. */
  language: Lang | null;
  permissions: string[];
  /** The factories that the user may enter, including the present one; only `/mes/login/current` returns them. */
  factoryPermissions?: FactoryPermissions[];
  mustChangePassword: boolean;
  /** The user's work group; for a terminal, the group that it belongs to. */
  workGroupId: number | null;
  /** The terminal that the user works at; null elsewhere. */
  terminal: CurrentTerminal | null;
}

/**
 * A factory that a user may enter, and their permissions there (specification §3,
 * factoryPermissions).
 */
export interface FactoryPermissions {
  factoryId: number;
  factoryCode: string;
  factoryName: string;
  isHome: boolean;
  isHere: boolean;
  permissions: string[];
}

/** A terminal, as its own session receives it. */
interface CurrentTerminal {
  id: number;
  name: string;
  /** After how many minutes of inactivity a person must identify themselves again. */
  keepMinutes: number;
}

/** The request of a list page. */
export interface PageQuery {
  /** The filters by field: each filter is a value, a list of values, or { from, to }. */
  filter?: Record<string, unknown>;
  /** The text to find in the code and the name. */
  search?: string;
  /** The field to sort by; '-' before the field sorts in descending order. */
  sort?: string;
  offset?: number;
  limit?: number;
}
export interface PageAnswer<R> {
  rows: R[];
  total: number;
}

/** The cryptographic functions that differ between a browser and Node. */
export interface ParamCipher {
  /** Encrypts a text of at most 190 bytes with RSA-OAEP and SHA-256; returns base64. */
  encrypt(block: string): string;
  /** Returns the SHA-256 hash of a text in lower-case hexadecimal digits. */
  sha256(text: string): string;
  /** Returns 16 random hexadecimal digits. */
  nonce(): string;
  /** The id of the public key that `encrypt` uses. */
  keyId: string;
}

const toTwoHexDigits = (value: number) => value.toString(16).padStart(2, '0');

/** Encodes the JSON copy of the fields for the parameter header. */
export const encodeParams = (requestParams: string): string => encodeURIComponent(requestParams);

/**
 * Splits the encoded parameters into blocks, or returns their digest if there would be too many
 * blocks.
 */
export function splitIntoBlocks(encoded: string, sha256: (text: string) => string): string[] {
  if (encoded.length > MAX_BLOCK_LENGTH * MAX_BLOCKS) return [`sha256:${sha256(encoded)}`];
  const parts: string[] = [];
  for (let at = 0; at < encoded.length; at += MAX_BLOCK_LENGTH)
    parts.push(encoded.slice(at, at + MAX_BLOCK_LENGTH));
  return parts.length > 0 ? parts : [''];
}

/** Builds the value of X-Request-Params: `v1.<keyId>.<block>.<block>…`. */
export function buildParamHeader(requestParams: string, cipher: ParamCipher): string {
  const parts = splitIntoBlocks(encodeParams(requestParams), cipher.sha256);
  const nonce = cipher.nonce();
  const blocks = parts.map((part, index) =>
    cipher.encrypt(`${nonce}${toTwoHexDigits(index)}${toTwoHexDigits(parts.length)}${part}`),
  );
  return ['v1', cipher.keyId, ...blocks].join('.');
}

/** The data that a caller sends besides the fields of the call. */
interface CallExtras {
  token: string | null;
  lang: Lang;
  /**
   * The UUID of a write. If it is repeated, the server returns the first answer and does not write
   * again.
   */
  requestId?: string;
}

/**
 * Converts a value to wire text: strings unchanged, null and undefined as empty text, anything else
 * as JSON.
 */
export const toWireText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/**
 * Builds the form-encoded body of a call, and the copy of its fields for the parameter header. The token comes first,
 * so that the server knows the caller before it reads a large body.
 */
export function buildCallForm(
  fields: Record<string, unknown>,
  extras: CallExtras,
): { form: Record<string, string>; requestParams: string } {
  const added: Record<string, string> = {};
  if (extras.token) added['token'] = extras.token;
  added['lang'] = extras.lang;
  if (extras.requestId) added['requestId'] = extras.requestId;
  const copy = { ...added };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) copy[name] = toWireText(value);
  Object.assign(copy, added);
  const requestParams = JSON.stringify(copy);
  return { form: { ...copy, requestParams }, requestParams };
}
