import { workReport } from '../entities/work-report.ts';
import { choice, moment, number, quantity, ref, text, type FieldMap } from '../kernel/fields.ts';
import type { TermKey } from '../kernel/term-key.ts';
import { GENEALOGY_STEPS } from '../ledger/genealogy.ts';
import { PIECE_PLACES } from '../ledger/locate-pieces.ts';
import { HOLDABILITIES, RECALL_ORIGINS } from './recall.ts';

/** The maximum length of a card code or of the barcode of a piece. */
const MAX_CODE_LENGTH = 200;

/** The code of a process card, its barcode, or the barcode of a piece. */
const pieceCode = text({ max: MAX_CODE_LENGTH, label: 'cardOrPiece' });

/**
 * The parameters of a forward trace: the origin and its time span. The time span limits the reports of work
 * and the issues of materials. An empty `from` or `to` leaves it open on that side.
 */
export const FORWARD_FIELDS = {
  origin: choice(RECALL_ORIGINS, { required: true, label: 'recallOrigin' }),
  code: pieceCode,
  partId: ref('part'),
  processId: ref('process'),
  deviceId: ref('device'),
  employeeId: ref('employee'),
  materialId: ref('material'),
  from: moment({ label: 'recallFrom' }),
  to: moment({ label: 'recallTo' }),
} as const satisfies FieldMap;

/** The parameters of a backward trace. */
export const BACKWARD_FIELDS = { code: { ...pieceCode, required: true } } as const satisfies FieldMap;

/** The start of the search, and the time at which the table was complete. An exported sheet shows both. */
export const RECALL_SPAN_FIELDS = {
  begunAt: moment({ label: 'recallBegunAt' }),
  completedAt: moment({ label: 'recallCompletedAt' }),
} as const satisfies FieldMap;

/** The name under which the column settings of the table of found pieces are stored. */
export const FOUND_PIECES_LIST = 'recall';

/** The maximum length of texts in narrow columns. */
const MAX_SHORT_TEXT = 60;
const makeShortTextField = (label: TermKey) => text({ max: MAX_SHORT_TEXT, label });

/** The columns of the table of found pieces. */
export const FOUND_PIECES_COLUMNS = {
  place: choice(PIECE_PLACES, { label: 'piecePlace' }),
  quantity: quantity(),
  holdability: choice(HOLDABILITIES, { label: 'holdability' }),
  processName: makeShortTextField('process'),
  partCode: makeShortTextField('partCode'),
  partName: makeShortTextField('partName'),
  orderCode: makeShortTextField('orderCode'),
  customerName: makeShortTextField('customer'),
  cards: makeShortTextField('processCards'),
  assemblyCode: makeShortTextField('builtInto'),
} as const satisfies FieldMap;

/** The columns of the list of the edges of a genealogy. */
export const GENEALOGY_COLUMNS = {
  from: text({ label: 'genealogyFrom' }),
  step: choice(GENEALOGY_STEPS, { label: 'genealogyStep' }),
  to: text({ label: 'genealogyTo' }),
  quantity: quantity(),
} as const satisfies FieldMap;

/** The columns of the reports of traced pieces. */
export const REPORT_COLUMNS = {
  partCode: makeShortTextField('partCode'),
  processName: makeShortTextField('process'),
  kind: workReport.fields.kind,
  people: makeShortTextField('people'),
  deviceName: makeShortTextField('device'),
  startedAt: moment(),
  endedAt: moment(),
  good: quantity(),
  scrap: quantity(),
  rework: quantity(),
  parameters: text({ label: 'recordedValues' }),
  barcodes: makeShortTextField('barcode'),
  cardCode: makeShortTextField('cardCode'),
  orderCode: makeShortTextField('orderCode'),
} as const satisfies FieldMap;

/** The columns of the materials that were issued to traced pieces. */
export const MATERIAL_COLUMNS = {
  materialCode: text({ label: 'material' }),
  materialName: text({ label: 'name' }),
  partCode: text(),
  quantity: quantity(),
  firstAt: moment({ label: 'firstIssuedAt' }),
  lastAt: moment({ label: 'lastIssuedAt' }),
} as const satisfies FieldMap;

/** The columns of the values that inspections measured on traced pieces. */
export const MEASUREMENT_COLUMNS = {
  inspectionCode: text(),
  partCode: text(),
  processName: text({ label: 'process' }),
  characteristic: text(),
  unit: text({ label: 'unit' }),
  lowerLimit: number(),
  upperLimit: number(),
  values: text({ label: 'recordedValues' }),
  badCount: number({ decimals: 0, label: 'badValues' }),
  inspector: text(),
  at: moment({ label: 'inspectionBegunAt' }),
} as const satisfies FieldMap;
