import fc from 'fast-check';

/** The kinds of steps of a random sequence. */
export const STEP_KINDS = [
  'receive',
  'start',
  'finish',
  'unfinished',
  'record',
  'reverse',
  'undo',
  'suspend',
  'resume',
  'suspendOrder',
  'resumeOrder',
  'closeOrder',
  'reopenOrder',
  'changePlan',
  'moveProcess',
  'addProcess',
  'deleteProcess',
  'outsource',
  'takeIn',
  'reverseMovement',
  'startRework',
  'recordRework',
  'answerScrap',
  'takeAnswerBack',
  'putInWarehouse',
  'reverseReceipt',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/**
 * A step of a random sequence. The numbers `process` and `report` select one of the rows that exist when the step runs.
 */
export interface SequenceStep {
  kind: StepKind;
  process: number;
  report: number;
  quantity: number;
  scrap: number;
  rework: number;
  phase: 'run' | 'preparation' | 'stop';
  seq: number;
}

/**
 * How often a kind of step is generated; by default 1. Most steps report work, so that pieces reach the last process.
 */
const WEIGHTS: Partial<Record<StepKind, number>> = {
  start: 8,
  finish: 10,
  record: 10,
  unfinished: 3,
  receive: 5,
  reverse: 6,
  resume: 2,
  resumeOrder: 3,
  reopenOrder: 3,
  outsource: 5,
  takeIn: 4,
  reverseMovement: 2,
  startRework: 4,
  recordRework: 5,
  answerScrap: 6,
  takeAnswerBack: 2,
  putInWarehouse: 6,
  reverseReceipt: 2,
};

/** Generates sequences of at most `maxLength` steps. */
export const generateSequences = (maxLength: number): fc.Arbitrary<SequenceStep[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(
        ...STEP_KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] ?? 1 }, () => kind)),
      ),
      process: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
      report: fc.nat(3),
      quantity: fc.constantFrom(4, 2, 1, 0.5, 5),
      scrap: fc.constantFrom(0, 0, 0, 1, 4),
      rework: fc.constantFrom(0, 0, 0, 1),
      phase: fc.constantFrom('run' as const, 'run' as const, 'preparation' as const, 'stop' as const),
      seq: fc.constantFrom(10, 20, 15, 5),
    }),
    { minLength: 1, maxLength, size: 'max' },
  );

const makeStep = (kind: StepKind, fields: Partial<SequenceStep> = {}): SequenceStep => ({
  ...{ kind, process: 0, report: 0, quantity: 4, scrap: 0, rework: 0, phase: 'run', seq: 10 },
  ...fields,
});

/** Sequences of steps that a few random ones would rarely put together. */
export const RARE_SEQUENCES: readonly SequenceStep[][] = [
  [makeStep('suspend'), makeStep('resume')],
  [makeStep('suspendOrder'), makeStep('resumeOrder')],
  [makeStep('record'), makeStep('closeOrder'), makeStep('reopenOrder')],
  [
    makeStep('outsource', { quantity: 2 }),
    makeStep('takeIn', { quantity: 1 }),
    makeStep('reverseMovement', { report: 1 }),
  ],
  [
    makeStep('record', { quantity: 2, rework: 1 }),
    makeStep('startRework', { quantity: 1 }),
    makeStep('finish', { quantity: 1 }),
  ],
  [makeStep('record', { quantity: 2, rework: 1 }), makeStep('recordRework', { quantity: 1 })],
  [
    makeStep('record', { quantity: 2, scrap: 1 }),
    makeStep('answerScrap', { quantity: 1 }),
    makeStep('takeAnswerBack'),
  ],
  [
    makeStep('record'),
    makeStep('receive'),
    makeStep('record'),
    makeStep('putInWarehouse', { quantity: 2 }),
    makeStep('reverseReceipt'),
  ],
  // The assembly has begun half a set, so all pieces of the set are in use.
  [
    makeStep('deleteProcess', { process: 1 }),
    makeStep('record'),
    makeStep('receive', { quantity: 0.5 }),
    makeStep('putInWarehouse'),
  ],
  // An answer to scrap raises a plan. Then the plan is lowered again.
  [
    makeStep('record', { quantity: 4, scrap: 4 }),
    makeStep('answerScrap', { seq: 15 }),
    makeStep('changePlan'),
    makeStep('receive'),
  ],
  // An answer to scrap changes the plan of a process. Then the process is deleted, and pieces pass it.
  [
    makeStep('record', { scrap: 1 }),
    makeStep('answerScrap'),
    makeStep('deleteProcess', { process: 1 }),
    makeStep('receive'),
  ],
  // Pieces are reworked, machined again and found bad again. Then their first report is reversed before the later ones.
  [
    makeStep('record', { rework: 1 }),
    makeStep('recordRework', { rework: 1 }),
    makeStep('record', { process: 3, rework: 1 }),
    makeStep('reverse'),
  ],
  // Pieces come back unmachined and are sent again. Then the first shipment is reversed before the later movements.
  [
    makeStep('outsource'),
    makeStep('takeIn', { phase: 'stop' }),
    makeStep('outsource'),
    makeStep('reverseMovement'),
  ],
  // An answer to scrap changes a process. Then the process is deleted.
  [
    makeStep('record', { quantity: 2, scrap: 1 }),
    makeStep('answerScrap', { quantity: 1 }),
    makeStep('deleteProcess', { process: 2 }),
  ],
];
