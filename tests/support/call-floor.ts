import { sql } from 'kysely';
import type { OpenCall } from '#shared/answers/open-call.ts';
import type { TestFactory, CallFunction } from './floor.ts';

/** A call for help: some of the fields that the endpoints for raising and changing it return. */
export interface RaisedCall {
  id: number;
  version: number;
  code: string;
  state: string;
}

interface AndonPerson {
  call: CallFunction;
  employeeId: number;
}

/** A factory in which people call for help. */
export interface AndonFactory {
  /** A person who may report work and call for help. */
  worker: AndonPerson;
  /** A person who may answer calls for help. */
  fitter: AndonPerson;
  toolBrokenTypeId: number;
  noMaterialTypeId: number;
  /** The work group of the devices that `raiseCall` creates. */
  lathes: number;
  addDevice: (name: string, extraFields?: Record<string, unknown>) => Promise<number>;
  addCallType: (name: string, classId?: string) => Promise<number>;
  /** Raises a call as the worker: by default a broken tool at a new device. */
  raiseCall: (fields?: Record<string, unknown>) => Promise<RaisedCall>;
  moveCall: (
    person: AndonPerson,
    verb: string,
    call: RaisedCall,
    extraFields?: Record<string, unknown>,
  ) => Promise<RaisedCall>;
  readOpenCalls: () => Promise<OpenCall[]>;
  readOpenCall: (call: { id: number }) => Promise<OpenCall>;
  /** Moves the times at which a call was raised, acknowledged and arrived at this many minutes into the past. */
  backdateCall: (call: { id: number }, minutes: number) => Promise<unknown>;
}

let nextCodeNumber = 0;

/** Adds the worker, the fitter, two call types and the work group to a test factory. */
export async function createAndonFactory(factory: TestFactory): Promise<AndonFactory> {
  const saveRecord = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await factory.call<{ id: number }>(`${path}/save`, { code: `C${nextCodeNumber++}`, ...fields })).id;
  const addCallType: AndonFactory['addCallType'] = (name, classId = 'abnormalType') =>
    saveRecord('/mes/system/classify', { classId, name });
  const addDevice: AndonFactory['addDevice'] = (name, extraFields = {}) =>
    saveRecord('/mes/system/basic/device', { name, ...extraFields });
  const worker = await factory.createPerson('Wang Lei', ['TASK_REPORT']);
  const fitter = await factory.createPerson('Zhao Gang', ['ANDON_ANSWER']);
  const toolBrokenTypeId = await addCallType('Tool broken');
  const noMaterialTypeId = await addCallType('No material');
  const lathesGroupId = await saveRecord('/mes/system/basic/group', { name: 'Lathes' });
  const readOpenCalls: AndonFactory['readOpenCalls'] = async () =>
    (await factory.call<{ rows: OpenCall[] }>('/mes/form/openCalls', {})).rows;
  return {
    worker,
    fitter,
    toolBrokenTypeId,
    noMaterialTypeId,
    lathes: lathesGroupId,
    addDevice,
    addCallType,
    raiseCall: async (fields = {}) =>
      worker.call('/mes/andon/raise', {
        typeId: toolBrokenTypeId,
        deviceId: 'deviceId' in fields ? null : await addDevice('Lathe', { workGroupId: lathesGroupId }),
        ...fields,
      }),
    moveCall: (person, verb, call, extraFields = {}) =>
      person.call(`/mes/andon/${verb}`, { id: call.id, version: call.version, ...extraFields }),
    readOpenCalls,
    readOpenCall: async (call) => (await readOpenCalls()).find((row) => row.id === call.id)!,
    backdateCall: (call, minutes) =>
      sql`update abnormal_call set raised_at = raised_at - make_interval(mins => ${minutes}),
          acknowledged_at = acknowledged_at - make_interval(mins => ${minutes}),
          arrived_at = arrived_at - make_interval(mins => ${minutes})
        where factory_id = ${factory.factoryId} and id = ${call.id}`.execute(factory.connection.db),
  };
}
