import { ORIGINS_WITH_SPAN, RECALL_ORIGINS, type RecallOrigin } from '#shared/quality/recall.ts';

export const RECALL_PATH = '/quality/recall';

export const RECALL_DIRECTIONS = ['traceForward', 'traceBackward'] as const;
type RecallDirection = (typeof RECALL_DIRECTIONS)[number];

/** The field that holds the origin of a trace. */
export const FIELD_BY_ORIGIN = {
  card: 'code',
  part: 'partId',
  process: 'processId',
  device: 'deviceId',
  employee: 'employeeId',
  material: 'materialId',
} as const satisfies Record<RecallOrigin, string>;

/** What the page of recalls traces, as its address says. */
export interface RecallAddress {
  direction: RecallDirection;
  origin: RecallOrigin;
  /** The id of the origin, or the code of a card or piece; null if none is chosen. */
  value: string | null;
  /** The ends of the time span, ISO 8601; null if they are open. */
  from: string | null;
  to: string | null;
}

const readMoment = (text: string | null): string | null =>
  text === null || Number.isNaN(Date.parse(text)) ? null : text;

/** Reads what is traced from an address; what is unknown is left out. */
export function readRecallAddress(address: URLSearchParams): RecallAddress {
  const direction = address.get('direction') === 'traceBackward' ? 'traceBackward' : 'traceForward';
  const origin =
    direction === 'traceBackward'
      ? 'card'
      : (RECALL_ORIGINS.find((candidate) => candidate === address.get('origin')) ?? RECALL_ORIGINS[0]);
  const text = address.get('value')?.trim() || null;
  const value = origin === 'card' || Number.isSafeInteger(Number(text)) ? text : null;
  const hasSpan = ORIGINS_WITH_SPAN.includes(origin);
  return {
    direction,
    origin,
    value,
    from: hasSpan ? readMoment(address.get('from')) : null,
    to: hasSpan ? readMoment(address.get('to')) : null,
  };
}

export const makeRecallSearch = ({ direction, origin, value, from, to }: RecallAddress): URLSearchParams =>
  new URLSearchParams(
    Object.entries({ direction, origin, value, from, to }).flatMap(([name, text]) =>
      text === null ? [] : [[name, text]],
    ),
  );

/** Returns the address of the page that traces something, from a time until now. */
export const makeRecallPath = (
  what: Pick<RecallAddress, 'origin' | 'value'> & Partial<Pick<RecallAddress, 'direction' | 'from'>>,
): string =>
  `${RECALL_PATH}?${makeRecallSearch({ direction: 'traceForward', from: null, to: null, ...what }).toString()}`;

/** The fields of the call that traces what the address says; null if nothing is chosen. */
export function makeTraceFields({
  direction,
  origin,
  value,
  from,
  to,
}: RecallAddress): Record<string, string> | null {
  if (value === null) return null;
  if (direction === 'traceBackward') return { code: value };
  return {
    origin,
    [FIELD_BY_ORIGIN[origin]]: value,
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}
