import type { Field, FieldMap } from '#shared/kernel/fields.ts';

/**
 * The value of a filter: the chosen values or ids, a range, or a text that the field must contain.
 */
export type FilterValue =
  | { readonly any: readonly string[] }
  | { readonly from: string; readonly to: string }
  | { readonly has: string };

/**
 * The state of a list. The address of the page stores it, so that users can bookmark and share a
 * list.
 */
export interface ListState {
  readonly search: string;
  readonly sort: string;
  /** The page number, starting at 1. */
  readonly page: number;
  readonly filter: Readonly<Record<string, FilterValue>>;
}

/** Returns the kind of filter of a field; null if the field cannot be filtered. */
export function getFilterKind(field: Field): 'any' | 'range' | 'has' | null {
  if (field.kind === 'choice' || field.kind === 'ref' || field.kind === 'refs' || field.kind === 'flag')
    return 'any';
  if (field.kind === 'number' || field.kind === 'date') return 'range';
  return field.kind === 'text' ? 'has' : null;
}

/** Whether a filter allows every value. */
export const isEmptyFilter = (value: FilterValue): boolean =>
  'any' in value
    ? value.any.length === 0
    : 'has' in value
      ? value.has === ''
      : value.from === '' && value.to === '';

function parseFilter(field: Field, text: string): FilterValue | null {
  const kind = getFilterKind(field);
  if (kind === 'any') {
    const isKnownValue = (item: string) =>
      field.kind === 'choice'
        ? field.choices?.includes(item as never)
        : field.kind === 'flag'
          ? /^(true|false)$/.test(item)
          : /^\d{1,16}$/.test(item);
    return { any: text.split(',').filter((item) => isKnownValue(item)) };
  }
  if (kind === 'range') {
    const [from = '', to = ''] = text.split('..');
    const pattern = field.kind === 'date' ? /^\d{4}-\d{2}-\d{2}$/ : /^-?\d+(\.\d+)?$/;
    return { from: pattern.test(from) ? from : '', to: pattern.test(to) ? to : '' };
  }
  return kind === 'has' ? { has: text } : null;
}

const RESERVED_PARAMETERS = new Set(['q', 'sort', 'page']);

/** Reads the state of a list from its address and ignores invalid parts. `sort` is the default order. */
export function readListAddress(fields: FieldMap, sort: string, address: URLSearchParams): ListState {
  const filter: Record<string, FilterValue> = {};
  for (const [name, text] of address) {
    const field = fields[name];
    const value = field && !RESERVED_PARAMETERS.has(name) ? parseFilter(field, text) : null;
    if (value && !isEmptyFilter(value)) filter[name] = value;
  }
  const page = Number(address.get('page') ?? 1);
  return {
    search: address.get('q') ?? '',
    sort: address.get('sort') ?? sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    filter,
  };
}

const formatFilter = (value: FilterValue): string =>
  'any' in value ? value.any.join(',') : 'has' in value ? value.has : `${value.from}..${value.to}`;

/** Writes the state of a list to an address, leaving out default values. `sort` is the default order. */
export function writeListAddress(state: ListState, sort: string): URLSearchParams {
  const address = new URLSearchParams();
  if (state.search) address.set('q', state.search);
  for (const [name, value] of Object.entries(state.filter))
    if (!isEmptyFilter(value)) address.set(name, formatFilter(value));
  if (state.sort !== sort) address.set('sort', state.sort);
  if (state.page > 1) address.set('page', String(state.page));
  return address;
}

/**
 * Copies the parameters that do not belong to the list, such as the view of the page, from an address to the
 * next address.
 */
export function keepForeignParameters(
  fields: FieldMap,
  address: URLSearchParams,
  nextAddress: URLSearchParams,
): URLSearchParams {
  for (const [name, text] of address)
    if (!fields[name] && !RESERVED_PARAMETERS.has(name)) nextAddress.set(name, text);
  return nextAddress;
}

/** Converts filters to the wire format: a text, a list of values, or { from, to }. */
export function toWireFilter(fields: FieldMap, filter: ListState['filter']): Record<string, unknown> {
  const wireFilters: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(filter)) {
    const field = fields[name];
    if (!field) continue;
    if ('any' in value) {
      wireFilters[name] =
        field.kind === 'choice'
          ? value.any
          : value.any.map((item) => (field.kind === 'flag' ? item === 'true' : Number(item)));
    } else if ('has' in value) wireFilters[name] = value.has;
    else
      wireFilters[name] = {
        ...(value.from ? { from: value.from } : {}),
        ...(value.to ? { to: value.to } : {}),
      };
  }
  return wireFilters;
}
