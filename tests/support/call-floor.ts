import { sql } from 'kysely';
import type { OpenCall } from '#shared/answers/open-call.ts';
import type { TestFactory, CallFunction } from './floor.ts';

/** A call for help, with some of the fields that the endpoints for raising and changing it return. */
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
export interface AndonFloor {
  /** A person who may report work and call for help. */
  worker: AndonPerson;
  /** A person who may answer calls for help. */
  fitter: AndonPerson;
  toolBroken: number;
  noMaterial: number;
  /** The work group of the devices that `raise` creates. */
  lathes: number;
  device: (name: string, more?: Record<string, unknown>) => Promise<number>;
  type: (name: string, classId?: string) => Promise<number>;
  /** Raises a call as the worker: by default a broken tool at a new device. */
  raise: (fields?: Record<string, unknown>) => Promise<RaisedCall>;
  step: (
    who: AndonPerson,
    verb: string,
    call: RaisedCall,
    more?: Record<string, unknown>,
  ) => Promise<RaisedCall>;
  open: () => Promise<OpenCall[]>;
  openCall: (call: { id: number }) => Promise<OpenCall>;
  /** Moves the times at which a call was raised, acknowledged and arrived at this many minutes into the past. */
  age: (call: { id: number }, minutes: number) => Promise<unknown>;
}

let nextCodeNumber = 0;

/** Adds the worker, the fitter, two call types and the work group to a test factory. */
export async function createAndonFloor(floor: TestFactory): Promise<AndonFloor> {
  const save = async (path: string, fields: Record<string, unknown>): Promise<number> =>
    (await floor.call<{ id: number }>(`${path}/save`, { code: `C${nextCodeNumber++}`, ...fields })).id;
  const type: AndonFloor['type'] = (name, classId = 'abnormalType') =>
    save('/mes/system/classify', { classId, name });
  const device: AndonFloor['device'] = (name, more = {}) =>
    save('/mes/system/basic/device', { name, ...more });
  const worker = await floor.person('Wang Lei', ['TASK_REPORT']);
  const fitter = await floor.person('Zhao Gang', ['ANDON_ANSWER']);
  const toolBrokenType = await type('Tool broken');
  const noMaterial = await type('No material');
  const lathesGroupId = await save('/mes/system/basic/group', { name: 'Lathes' });
  const open: AndonFloor['open'] = async () =>
    (await floor.call<{ rows: OpenCall[] }>('/mes/form/openCalls', {})).rows;
  return {
    worker,
    fitter,
    toolBroken: toolBrokenType,
    noMaterial,
    lathes: lathesGroupId,
    device,
    type,
    raise: async (fields = {}) =>
      worker.call('/mes/andon/raise', {
        typeId: toolBrokenType,
        deviceId: 'deviceId' in fields ? null : await device('Lathe', { workGroupId: lathesGroupId }),
        ...fields,
      }),
    step: (who, verb, call, more = {}) =>
      who.call(`/mes/andon/${verb}`, { id: call.id, version: call.version, ...more }),
    open,
    openCall: async (call) => (await open()).find((row) => row.id === call.id)!,
    age: (call, minutes) =>
      sql`update abnormal_call set raised_at = raised_at - make_interval(mins => ${minutes}),
          acknowledged_at = acknowledged_at - make_interval(mins => ${minutes}),
          arrived_at = arrived_at - make_interval(mins => ${minutes})
        where factory_id = ${floor.factoryId} and id = ${call.id}`.execute(floor.connection.db),
  };
}
