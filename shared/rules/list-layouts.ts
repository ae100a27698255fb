import type { TermKey } from '#shared/kernel/term-key.ts';

/** The default layout of the list of an entity. Without a layout, the list shows the fields of the declaration. */
interface ListLayout {
  readonly firstColumns: readonly string[];
  readonly hiddenColumns: readonly string[];
  /** The terms for the headings of columns that the screen computes, by column name. */
  readonly computedColumnTerms: Readonly<Record<string, TermKey>>;
  /** The column widths in pixels, by column name. */
  readonly widths: Readonly<Record<string, number>>;
  /**
   * The columns that a table leaves out if all their values are 0, empty or an empty list. If somebody has arranged the
   * columns of the table, it does not leave them out.
   */
  readonly rareColumns?: readonly string[];
  /** Whether long headings wrap, so that a column may be narrower than its heading. */
  readonly wraps?: true;
}

/** The quantities of a process, in display order. */
export const PROCESS_QUANTITIES = [
  'plannedQuantity',
  'arrived',
  'received',
  'machinable',
  'inWork',
  'good',
  'concession',
  'scrap',
  'reworkOpen',
  'inRework',
  'hold',
  'outsourced',
  'excess',
] as const;

/** The quantities of a work report, in display order. */
export const REPORT_QUANTITIES = [
  'received',
  'started',
  'good',
  'scrap',
  'rework',
  'hold',
  'excess',
] as const;

export const LIST_LAYOUT_BY_ENTITY: Readonly<Record<string, ListLayout>> = {
  // The list shows the columns that planners need. The page of an order also shows the hidden columns.
  workOrder: {
    firstColumns: [
      'code',
      'name',
      'state',
      'progress',
      'lateBy',
      'dueDate',
      'customerId',
      'quantity',
      'completedQuantity',
      'priority',
    ],
    hiddenColumns: [
      'projectId',
      'orderGroupId',
      'orderTypeId',
      'deadlineClassId',
      'plannedStart',
      'promisedDate',
      'startedAt',
      'endedAt',
      'projectedEnd',
      'splitFromId',
      'mergedIntoId',
      'planImportId',
      'remark',
      'updatedBy',
      'updatedAt',
    ],
    computedColumnTerms: { lateBy: 'lateOrAhead' },
    widths: {
      code: 124,
      name: 150,
      state: 126,
      progress: 130,
      customerId: 112,
      quantity: 92,
      completedQuantity: 108,
      dueDate: 110,
      priority: 88,
    },
  },
  // The table of parts shows the state and the progress of each part.
  part: {
    firstColumns: ['code', 'name', 'partState', 'quantity'],
    hiddenColumns: ['quantityPer', 'materials', 'combinedIntoId', 'updatedBy', 'updatedAt'],
    computedColumnTerms: { partState: 'processState' },
    widths: { code: 200, name: 180, partState: 150, quantity: 100 },
  },
  // The tables show the progress of each process. The form of a process shows all planned values.
  process: {
    firstColumns: ['seq', 'name', 'state', 'whereItStands', ...PROCESS_QUANTITIES, 'plannedEnd'],
    hiddenColumns: [
      'craftId',
      'workGroupId',
      'deviceId',
      'preparationMinutes',
      'deviceMinutes',
      'manMinutes',
      'manMachineRatio',
      'transferMinutes',
      'plannedPeople',
      'leapfrog',
      'external',
      'supplierId',
      'plannedStart',
      'needBy',
      'inheritedLoss',
      'acceptedLoss',
      'scrapAllowance',
      'openReports',
      'hasRun',
      'suspendReason',
      'suspendedBy',
      'suspendedAt',
      'updatedBy',
      'updatedAt',
    ],
    computedColumnTerms: { whereItStands: 'whereItStands' },
    widths: {
      seq: 56,
      name: 150,
      state: 126,
      whereItStands: 280,
      plannedEnd: 116,
      ...Object.fromEntries(PROCESS_QUANTITIES.map((name) => [name, 80])),
    },
    rareColumns: ['concession', 'excess'],
    wraps: true,
  },
  outsourcingOrder: {
    firstColumns: ['code', 'supplierId', 'state', 'expectedDate', 'confirmedDate', 'items', 'remark'],
    hiddenColumns: ['endedAt', 'updatedBy', 'updatedAt'],
    computedColumnTerms: {},
    widths: { code: 140, supplierId: 200, state: 130, remark: 240 },
  },
  // The columns for the decision come first. Penalties of suppliers and of people without an account are rare.
  qualityPenalty: {
    firstColumns: [
      'exceptionId',
      'employeeId',
      'kind',
      'ratio',
      'proposedAmount',
      'amount',
      'state',
      'month',
      'supplierId',
      'personName',
      'responsibleType',
      'reason',
    ],
    hiddenColumns: ['updatedBy', 'updatedAt'],
    computedColumnTerms: {},
    widths: {
      exceptionId: 130,
      employeeId: 130,
      kind: 90,
      ratio: 84,
      proposedAmount: 100,
      amount: 100,
      state: 120,
    },
  },
  // The list of wall screens has one column for the content of a screen.
  wallScreen: {
    firstColumns: ['name', 'place', 'state', 'screenShows', 'seenAt', 'lag', 'resolution', 'build'],
    hiddenColumns: [
      'playlistId',
      'boardId',
      'preset',
      'sizeInches',
      'viewingDistance',
      'dimLevel',
      'updatedBy',
      'updatedAt',
    ],
    computedColumnTerms: { screenShows: 'screenShows' },
    widths: { name: 150, place: 130, screenShows: 180, seenAt: 110, lag: 90, resolution: 120 },
  },
  // The history of reports shows who did what, when, and with which result.
  workReport: {
    firstColumns: [
      'startedAt',
      'endedAt',
      'processId',
      'kind',
      'phase',
      'people',
      'parameters',
      'barcodes',
      'materials',
      'deviceId',
      ...REPORT_QUANTITIES,
      'seconds',
      'errorClassId',
      'scrapReasonId',
      'remark',
      'reversedAt',
    ],
    hiddenColumns: ['taskId', 'source', 'reversesId', 'reversedBy', 'updatedBy', 'updatedAt'],
    computedColumnTerms: {},
    widths: {
      startedAt: 124,
      endedAt: 96,
      processId: 110,
      kind: 110,
      phase: 90,
      people: 110,
      deviceId: 120,
      seconds: 100,
      errorClassId: 110,
      scrapReasonId: 110,
      parameters: 260,
      barcodes: 200,
      materials: 200,
      remark: 180,
      reversedAt: 200,
      ...Object.fromEntries(REPORT_QUANTITIES.map((name) => [name, 84])),
    },
    rareColumns: ['received', 'hold', 'excess', 'parameters', 'barcodes', 'materials'],
  },
};
