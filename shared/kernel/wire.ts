import type { Flag, RowLink } from './errors.ts';
import type { Lang } from './lang.ts';

/** Headers of the wire. */
export const PARAMS_HEADER = 'x-request-params';
export const TIMESTAMP_HEADER = 'x-timestamp';
export const TOKEN_HEADER = 'x-token';
/** `lines` asks for the answer of a long call as lines: how far it is, the pieces of its file, and at last the answer. */
export const PROGRESS_HEADER = 'x-progress';
/** The type of such an answer. */
export const PROGRESS_TYPE = 'application/x-mes-progress';

/** Longest part of the encoded parameters in one RSA-2048 OAEP-SHA-256 block: 190 bytes less the 20 of its frame. */
export const PART_LENGTH = 170;
/** More blocks than this would not fit a header: then the only part is the digest of the text. */
export const MAX_BLOCKS = 4;
/** How far the clock of a caller of the second kind may be off, in milliseconds. */
export const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** An answer of every call but the reference lists, which answer a bare array. */
export type Answer<T = unknown> =
  | { success: true; data: T }
  | {
      success: false;
      flag: Flag | null;
      code: string;
      message: string;
      fields?: Record<string, string>;
      params?: Record<string, string | number | null>;
      /** The rows that the refusal is about, as far as the caller may read them. */
      rows?: readonly RowLink[];
      requestLogId?: string;
    };

/** How far a long call is. */
export interface Progress {
  phase: 'reading' | 'checking' | 'writing' | 'exporting';
  done: number;
  /** null while nobody knows. */
  total: number | null;
}

/**
 * A line of an answer in lines: JSON, then a line feed. After `bytes` as many raw bytes follow, the next piece of the
 * file. The last line is an answer; where it is missing, the answer was broken off.
 */
export type ProgressLine =
  | { progress: Progress }
  | { file: { name: string; mediaType: string } }
  | { bytes: number }
  | Answer;

/** A person who is signed in, as `/mes/login/current` tells. */
export interface CurrentUser {
  accountId: number;
  kind: 'employee' | 'customer' | 'supplier' | 'terminal';
  employeeId: number | null;
  factoryId: number;
  factoryCode: string;
  factoryName: string;
  /** The IANA zone of the factory: its days are the days on every screen. */
  zone: string;
  code: string;
  name: string;
  /** Whom they work for, of accounts of customers and suppliers; null for everybody else. */
  customerId: number | null;
  supplierId: number | null;
  /** Of somebody of another factory: the one where they are at home. */
  homeFactoryId: number | null;
  /** What they chose to read the product in; null where they leave it to the device. */
  language: Lang | null;
  permissions: string[];
  /** Where else they may come in; told by `/mes/login/current` alone. */
  factoryPermissions?: FactoryPermissions[];
  mustChangePassword: boolean;
  /** The work group that they belong to; of a terminal, the one that it stands with. */
  workGroupId: number | null;
  /** The terminal that they are at; null anywhere else. */
  terminal: AtTerminal | null;
}

/** A factory that somebody may enter, and what they may do there (specification §3, factoryPermissions). */
export interface FactoryPermissions {
  factoryId: number;
  factoryCode: string;
  factoryName: string;
  isHome: boolean;
  isHere: boolean;
  permissions: string[];
}

/** A terminal, as those who are at it are told. */
export interface AtTerminal {
  id: number;
  name: string;
  /** How long somebody who does nothing stays recognised there. */
  keepMinutes: number;
}

/** What a list page asks for. */
export interface PageQuery {
  /** By field: a value, a list of values, or { from, to }. */
  filter?: Record<string, unknown>;
  /** Free text over code and name. */
  search?: string;
  /** A field, '-' before it for descending. */
  sort?: string;
  offset?: number;
  limit?: number;
}
export interface PageAnswer<R> {
  rows: R[];
  total: number;
}

/** The two pieces of cryptography that differ between a browser and Node. */
export interface ParamCipher {
  /** RSA-OAEP with SHA-256 over a byte string of ≤ 190 characters; base64. */
  encrypt(block: string): string;
  /** SHA-256 as lower-case hex. */
  sha256(text: string): string;
  /** 16 random hex digits. */
  nonce(): string;
  /** The id of the public key that `encrypt` uses. */
  keyId: string;
}

const hex2 = (value: number) => value.toString(16).padStart(2, '0');

/** The text that the parameter header carries for a copy of the fields. */
export const encodedParams = (requestParams: string): string => encodeURIComponent(requestParams);

/** Splits the encoded parameters into the parts of the blocks; the digest where there would be too many. */
export function partsOf(encoded: string, sha256: (text: string) => string): string[] {
  if (encoded.length > PART_LENGTH * MAX_BLOCKS) return [`sha256:${sha256(encoded)}`];
  const parts: string[] = [];
  for (let at = 0; at < encoded.length; at += PART_LENGTH) parts.push(encoded.slice(at, at + PART_LENGTH));
  return parts.length > 0 ? parts : [''];
}

/** The value of X-Request-Params: `v1.<keyId>.<block>.<block>…`. */
export function paramHeader(requestParams: string, cipher: ParamCipher): string {
  const parts = partsOf(encodedParams(requestParams), cipher.sha256);
  const nonce = cipher.nonce();
  const blocks = parts.map((part, index) =>
    cipher.encrypt(`${nonce}${hex2(index)}${hex2(parts.length)}${part}`),
  );
  return ['v1', cipher.keyId, ...blocks].join('.');
}

/** What a caller sends besides its own fields. */
interface CallExtras {
  token: string | null;
  lang: Lang;
  /** UUID of a write: the same again answers the first answer and does nothing. */
  requestId?: string;
}

/** The wire's text of one value: strings as they are, the rest as JSON; null and undefined are empty. */
export const fieldText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);

/** The form of one call (to be sent form-encoded), and the copy of its fields that the header proves. */
export function callForm(
  fields: Record<string, unknown>,
  extras: CallExtras,
): { form: Record<string, string>; requestParams: string } {
  const copy: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) copy[name] = fieldText(value);
  copy['lang'] = extras.lang;
  if (extras.token) copy['token'] = extras.token;
  if (extras.requestId) copy['requestId'] = extras.requestId;
  const requestParams = JSON.stringify(copy);
  return { form: { ...copy, requestParams }, requestParams };
}
