import type {
  HoldableAnswer,
  HoldableBucket,
  QualityDetail,
  QualityOverview,
} from '#shared/quality/answers.ts';
import type { CountersignStage, QualityState, SignatureResult } from '#shared/machines/quality-exception.ts';
import type { PermissionCode } from '#shared/kernel/permissions.ts';
import { hashPassword } from '#server/session/hash-password.ts';
import type { CallFunction, CraftOptions, TestFactory } from './floor.ts';
import { makeUniqueText } from './makers.ts';
import { finishWork, startWorkByNewPerson } from './reports.ts';

/** The password of everybody who signs in tests. */
export const SIGNER_PASSWORD = 'Sign1234';

export interface QualityPerson {
  name: string;
  call: CallFunction;
  employeeId: number;
  token: string;
}

/** An exception, as the calls that change it return it. */
export interface ExceptionRow {
  id: number;
  version: number;
  state: QualityState;
}

/** An order of which pieces were finished at the first process. */
interface WorkedOrder {
  id: number;
  partId: number;
  processId: number;
  nextProcessId: number;
  processIds: number[];
  reportId: number;
}

type Fields = Record<string, unknown>;

/** A factory in which people raise exceptions, decide about them and sign. */
export interface QualityFactory {
  factory: TestFactory;
  /** A person who may raise exceptions and report work. */
  worker: QualityPerson;
  /** A person who may decide about exceptions. */
  engineer: QualityPerson;
  /** Two signers without any permission. */
  signer: QualityPerson;
  otherSigner: QualityPerson;
  /** A worker who is responsible for bad pieces. */
  culprit: QualityPerson;
  errorClassId: number;
  addPerson: (name: string, permissions?: readonly PermissionCode[]) => Promise<QualityPerson>;
  /** Sets a signing password for the administrator, who can then sign at every step of a countersign round. */
  signAsAdministrator: () => Promise<{ employeeId: number }>;
  /** Creates an order and finishes pieces at its first process. */
  work: (
    pieces?: { quantity?: number; good?: number; scrap?: number; rework?: number },
    steps?: readonly (string | CraftOptions)[],
  ) => Promise<WorkedOrder>;
  raise: (
    order: Pick<WorkedOrder, 'processId'>,
    fields?: Fields,
    call?: CallFunction,
  ) => Promise<ExceptionRow>;
  /**
   * Decides about an exception. By default all pieces are scrap, only the culprit is responsible, and there is one
   * signer.
   */
  determine: (exception: { id: number }, fields?: Fields, call?: CallFunction) => Promise<ExceptionRow>;
  trace: (exception: { id: number }, fields?: Fields, call?: CallFunction) => Promise<ExceptionRow>;
  /** Signs the last round of the exception. */
  sign: (
    exception: { id: number },
    person?: QualityPerson,
    result?: SignatureResult,
    fields?: Fields,
  ) => Promise<ExceptionRow>;
  cancel: (exception: { id: number }, fields?: Fields, call?: CallFunction) => Promise<ExceptionRow>;
  read: (exception: { id: number }, call?: CallFunction) => Promise<QualityDetail>;
  readOverview: (call: CallFunction) => Promise<QualityOverview>;
  listHoldableBuckets: (processId: number) => Promise<HoldableBucket[]>;
}

/** Returns the last round of an exception, or of a stage of it if `stage` is given. */
export function findLastRound({ rounds }: QualityDetail, stage?: CountersignStage) {
  const round = rounds.findLast((candidate) => stage === undefined || candidate.stage === stage);
  if (!round) throw new Error('The exception has no round');
  return round;
}

/** Adds the people of quality to a test factory. */
export async function createQualityFactory(factory: TestFactory): Promise<QualityFactory> {
  const { connection, factoryId, call } = factory;
  const passwordHash = await hashPassword(SIGNER_PASSWORD);
  const setPassword = (employeeId: number) =>
    connection.db
      .updateTable('account')
      .set({ passwordHash })
      .where('factoryId', '=', factoryId)
      .where('employeeId', '=', employeeId)
      .execute();
  const addPerson: QualityFactory['addPerson'] = async (name, permissions = []) => {
    const person = await factory.createPerson(name, permissions);
    await setPassword(person.employeeId);
    return { ...person, name };
  };
  const worker = await addPerson('Wang Lei', ['TASK_REPORT', 'QUALITY_RAISE']);
  const engineer = await addPerson('Zhao Min', ['QUALITY_DETERMINE']);
  const signer = await addPerson('Liu Yang');
  const otherSigner = await addPerson('Chen Jing');
  const culprit = await addPerson('Sun Bo', ['TASK_REPORT']);
  const { id: errorClassId } = await call<{ id: number }>('/mes/system/classify/save', {
    classId: 'errorClass',
    code: makeUniqueText('E'),
    name: 'Diameter too small',
  });
  const readException: QualityFactory['read'] = ({ id }, caller = call) =>
    caller<QualityDetail>('/mes/quality/detail', { id });
  return {
    factory,
    worker,
    engineer,
    signer,
    otherSigner,
    culprit,
    errorClassId,
    addPerson,
    signAsAdministrator: async () => {
      const { employeeId } = await call<{ employeeId: number }>('/mes/login/current', {});
      await setPassword(employeeId);
      return { employeeId };
    },
    read: readException,
    work: async ({ quantity = 10, good = 0, scrap = 0, rework = 0 } = {}, steps = ['Turn', 'Grind']) => {
      const order = await factory.createOrder(quantity, steps);
      const [processId, nextProcessId] = order.processIds as [number, number];
      const started = Math.max(0.01, good + scrap + rework);
      const { reportId } = await startWorkByNewPerson(factory, processId, started);
      await finishWork(call, reportId, good, { scrap, rework });
      return { ...order, processId, nextProcessId, reportId };
    },
    raise: ({ processId }, fields = {}, caller = worker.call) =>
      caller<ExceptionRow>('/mes/quality/raise', { processId, source: 'good', quantity: 2, ...fields }),
    determine: async (exception, fields = {}, caller = engineer.call) => {
      const { version, quantity, processId } = await readException(exception);
      return caller<ExceptionRow>('/mes/quality/determine', {
        id: exception.id,
        version,
        responsibleProcessId: processId,
        discoveryProcessId: processId,
        discovererId: worker.employeeId,
        errorClassId,
        rework: 0,
        concession: 0,
        scrap: quantity,
        people: [{ type: 'factoryStaff', employeeId: culprit.employeeId, ratio: 100 }],
        signers: [{ employeeId: signer.employeeId }],
        ...fields,
      });
    },
    trace: async (exception, fields = {}, caller = engineer.call) => {
      const { version } = await readException(exception);
      const { lostHours, lostMaterialCost, lostManufacturingCost } = await engineer.call<{
        lostHours: number;
        lostMaterialCost: number;
        lostManufacturingCost: number;
      }>('/mes/quality/proposedLoss', { id: exception.id });
      return caller<ExceptionRow>('/mes/quality/trace', {
        id: exception.id,
        version,
        rootCause: 'The insert was worn',
        preventiveAction: 'Change it every 50 pieces',
        lostHours,
        lostMaterialCost,
        lostManufacturingCost,
        people: [{ type: 'factoryStaff', employeeId: culprit.employeeId, ratio: 100 }],
        signers: [{ employeeId: signer.employeeId }],
        ...fields,
      });
    },
    sign: async (exception, person = signer, result = 'passed', fields = {}) => {
      const round = findLastRound(await readException(exception));
      return person.call<ExceptionRow>('/mes/quality/sign', {
        id: exception.id,
        roundId: round.id,
        documentHash: round.documentHash,
        signerId: person.employeeId,
        result,
        password: SIGNER_PASSWORD,
        ...(result === 'notPassed' ? { comment: 'Measure again' } : {}),
        ...fields,
      });
    },
    cancel: async (exception, fields = {}, caller = engineer.call) => {
      const { version } = await readException(exception);
      return caller<ExceptionRow>('/mes/quality/cancel', {
        id: exception.id,
        version,
        cancelReason: 'Measured wrong',
        ...fields,
      });
    },
    readOverview: (caller) => caller<QualityOverview>('/mes/quality/overview', {}),
    listHoldableBuckets: async (processId) =>
      (await call<HoldableAnswer>('/mes/quality/holdable', { processId })).rows,
  };
}
