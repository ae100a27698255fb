import { ORIGINS_WITH_SPAN, RECALL_ORIGINS, type RecallOrigin } from '#shared/quality/recall.ts';

export const RECALL_PATH = '/quality/recall';

export const RECALL_DIRECTIONS = ['traceForward', 'traceBackward'] as const;
type RecallDirection = (typeof RECALL_DIRECTIONS)[number];

/** The name of the call parameter that holds the origin of a trace, by the kind of the origin. */
export const FIELD_BY_ORIGIN = {
  card: 'code',
  part: 'partId',
  process: 'processId',
  device: 'deviceId',
  employee: 'employeeId',
  material: 'materialId',
} as const satisfies Record<RecallOrigin, string>;

/** What the page of recalls traces. The address of the page contains it. */
export interface RecallAddress {
  direction: RecallDirection;
  origin: RecallOrigin;
  /** The id of the origin. For the origin `card`, the code of a card or a piece. Null if no origin is chosen. */
  value: string | null;
  /** The start and the end of the time span, ISO 8601; null if the span is open on that side. */
  from: string | null;
  to: string | null;
}

const readMoment = (text: string | null): string | null =>
  text === null || Number.isNaN(Date.parse(text)) ? null : text;

/** Reads from the address of the page what the page traces. Invalid parameters count as missing. */
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

/**
 * Returns the address of the page that traces an origin. The time span begins at `from` and is open at the
 * end.
 */
export const makeRecallPath = (
  what: Pick<RecallAddress, 'origin' | 'value'> & Partial<Pick<RecallAddress, 'direction' | 'from'>>,
): string =>
  `${RECALL_PATH}?${makeRecallSearch({ direction: 'traceForward', from: null, to: null, ...what }).toString()}`;

/** Makes the fields of the call that traces; null if no origin is chosen. */
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
