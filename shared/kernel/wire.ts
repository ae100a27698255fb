import type { ResponseFlag } from './error-catalogue.ts';
import type { RowLink } from './errors.ts';
import type { Lang } from './lang.ts';

/** The headers of a call: the encrypted copy of the fields, the time of the call, and the session token. */
export const PARAMS_HEADER = 'x-request-params';
export const TIMESTAMP_HEADER = 'x-timestamp';
export const TOKEN_HEADER = 'x-token';
/**
 * The header that requests a streamed answer to a long call. With the value `lines` the server answers with the lines
 * that `ProgressLine` describes.
 */
export const PROGRESS_HEADER = 'x-progress';
/** The content type of a streamed answer. */
export const PROGRESS_CONTENT_TYPE = 'application/x-mes-progress';

/**
 * The maximum number of characters of the encoded parameters in one block of the parameter header. RSA-2048 with
 * OAEP-SHA-256 encrypts 190 bytes at a time, and 20 of these bytes are a prefix.
 */
export const MAX_BLOCK_LENGTH = 170;
/** The maximum number of blocks in the parameter header. For longer parameters the header has only their digest. */
export const MAX_BLOCKS = 4;
/** The maximum difference between the X-Timestamp header and the clock of the database, in milliseconds. */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** The JSON answer to a call. The answer to a successful call for a reference list is a plain array instead. */
export type Answer<T = unknown> =
  | { success: true; data: T }
  | {
      success: false;
      flag: ResponseFlag | null;
      code: string;
      message: string;
      fields?: Record<string, string>;
      params?: Record<string, string | number | null>;
      /** Rows that caused the refusal and that the caller may read. */
      rows?: readonly RowLink[];
      requestLogId?: string;
    };

/** The progress of a long call: how many rows it has handled in the current phase. */
export interface CallProgress {
  phase: 'reading' | 'checking' | 'writing' | 'exporting' | 'undoing';
  done: number;
  /** The total number of rows; null while it is unknown. */
  total: number | null;
}

/**
 * A line of a streamed answer: JSON, then a line feed. After a `bytes` line come that many raw bytes of the file. The
 * last line is an `Answer`; if it is missing, the transfer was interrupted.
 */
export type ProgressLine =
  | { progress: CallProgress }
  | { file: { name: string; mediaType: string } }
  | { bytes: number }
  | Answer;

/** The signed-in user. `/mes/login/current` returns the user in the form `UserAnswer`. */
export interface CurrentUser {
  accountId: number;
  kind: 'employee' | 'customer' | 'supplier' | 'terminal' | 'screen' | 'link';
  employeeId: number | null;
  factoryId: number;
  factoryCode: string;
  factoryName: string;
  /** The IANA time zone of the factory, in which screens show days and times. */
  zone: string;
  code: string;
  name: string;
  /** The customer or supplier that an outside account belongs to; both fields are null for other accounts. */
  customerId: number | null;
  supplierId: number | null;
  /** The home factory of a guest from another factory; null for other users. */
  homeFactoryId: number | null;
  /** The language that the user chose; null if the language of the device is used. */
  language: Lang | null;
  permissions: string[];
  /** The factories that the user may enter, including the present one; only `/mes/login/current` returns this field. */
  factoryPermissions?: FactoryPermissions[];
  mustChangePassword: boolean;
  /** The work group of the user or, for a terminal, of the terminal; null if there is none. */
  workGroupId: number | null;
  /** The terminal at which the user was identified, or the terminal whose account this is; null elsewhere. */
  terminal: CurrentTerminal | null;
  /** The screen that a device token belongs to; absent for all other accounts. */
  screen?: CurrentScreen;
  /** The link with which a visitor sees a customer kanban; absent for all other accounts. */
  link?: CurrentLink;
  /**
   * The only sources that the account may watch; absent for accounts that may watch the reports of their permissions.
   */
  sources?: readonly SourceName[];
}

/** A factory that a user may enter, and the user's permissions in it (specification §3, factoryPermissions). */
export interface FactoryPermissions {
  factoryId: number;
  factoryCode: string;
  factoryName: string;
  isHome: boolean;
  isHere: boolean;
  permissions: string[];
}

/** A terminal, as the sessions at the terminal receive it. */
interface CurrentTerminal {
  id: number;
  name: string;
  /** After how many minutes of inactivity a person must identify themselves again. */
  keepMinutes: number;
}

/** The path of a report with its parameters as wire text. */
export interface SourceName {
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
}

/** A paired screen. It may read its boards and watch exactly their sources. */
interface CurrentScreen {
  id: number;
  /** Identifies what the screen shows. It differs after every change of the screen, its playlist or its boards. */
  shown: string;
}

/** The link of a visitor without an account. */
interface CurrentLink {
  id: number;
  kanbanId: number;
}

/** The request of a list page. */
export interface PageQuery {
  /** The filters by field: each filter is a value, a list of values, or { from, to }. */
  filter?: Record<string, unknown>;
  /** The text to find. A row matches if its `code`, its `name` or the field by which it is shown contains the text. */
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
  makeNonce(): string;
  /** The id of the public key that `encrypt` uses. */
  keyId: string;
}

const toTwoHexDigits = (value: number) => value.toString(16).padStart(2, '0');

/** Encodes the JSON copy of the fields for the parameter header. */
export const encodeParams = (requestParams: string): string => encodeURIComponent(requestParams);

/**
 * Splits the encoded parameters into blocks. If they need more than MAX_BLOCKS, the only block is the digest of the
 * parameters.
 */
export function splitIntoBlocks(encodedParams: string, sha256: (text: string) => string): string[] {
  if (encodedParams.length > MAX_BLOCK_LENGTH * MAX_BLOCKS) return [`sha256:${sha256(encodedParams)}`];
  const parts: string[] = [];
  for (let offset = 0; offset < encodedParams.length; offset += MAX_BLOCK_LENGTH)
    parts.push(encodedParams.slice(offset, offset + MAX_BLOCK_LENGTH));
  return parts.length > 0 ? parts : [''];
}

/** Builds the value of X-Request-Params: `v1.<keyId>.<block>.<block>…`. */
export function buildParamHeader(requestParams: string, cipher: ParamCipher): string {
  const parts = splitIntoBlocks(encodeParams(requestParams), cipher.sha256);
  const nonce = cipher.makeNonce();
  const blocks = parts.map((part, index) =>
    cipher.encrypt(`${nonce}${toTwoHexDigits(index)}${toTwoHexDigits(parts.length)}${part}`),
  );
  return ['v1', cipher.keyId, ...blocks].join('.');
}

/** The values that a caller sends in addition to the fields of the call. */
interface CallExtras {
  token: string | null;
  lang: Lang;
  /**
   * The UUID of a writing call. If the call is repeated with the same UUID, the server returns the first answer and
   * does not write again.
   */
  requestId?: string;
}

/**
 * Converts a value to wire text. A string is unchanged, null and undefined become an empty text, and other values
 * become JSON.
 */
export const toWireText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/**
 * Builds the fields of the form-encoded body of a call, and the JSON copy of these fields for the parameter header.
 * The token comes first, so that the server knows the caller before it reads the rest of a large body.
 */
export function buildCallForm(
  fields: Record<string, unknown>,
  extras: CallExtras,
): { form: Record<string, string>; requestParams: string } {
  const extraFields: Record<string, string> = {};
  if (extras.token) extraFields['token'] = extras.token;
  extraFields['lang'] = extras.lang;
  if (extras.requestId) extraFields['requestId'] = extras.requestId;
  const wireFields = { ...extraFields };
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) wireFields[name] = toWireText(value);
  Object.assign(wireFields, extraFields);
  const requestParams = JSON.stringify(wireFields);
  return { form: { ...wireFields, requestParams }, requestParams };
}
