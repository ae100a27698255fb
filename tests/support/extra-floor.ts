import type { ExtraProcessWork } from '#shared/answers/extra-process.ts';
import { type CallFunction, type TestFactory } from './floor.ts';

const EXTRA_PROCESS_PATH = '/mes/report/extraProcess';
const TASK = '/mes/report/task';

/** Returns functions that add, end, reverse and read extra processes, with their craft, work group and device. */
export async function createExtraFloor(factory: TestFactory) {
  let count = 0;
  const createdAt = Date.now();
  /**
   * Returns the time some minutes before these functions were created, so that all times lie apart by whole minutes.
   */
  const getTimeAgo = (minutes: number) => new Date(createdAt - minutes * 60_000).toISOString();
  const save = async (path: string, fields: Record<string, unknown> = {}): Promise<number> => {
    const code = `X${++count}`;
    return (await factory.call<{ id: number }>(`/mes/system/${path}/save`, { code, name: code, ...fields }))
      .id;
  };
  const costTypeId = await save('basic/costType', {
    rates: [{ validFrom: '2020-01-01', manHourRate: 60, deviceHourRate: 30 }],
  });
  const craftId = await save('basic/crafts', { name: 'Straightening', costTypeId });
  const groupId = await save('basic/group', { name: 'Fitters' });
  const deviceId = await save('basic/device', { name: 'Press' });
  const reasonId = await save('classify', { classId: 'extraProcessReason', name: 'Bent in transport' });

  const hireFitter = () => factory.createPerson('Fitter', ['TASK_REPORT', 'TASK_REPORT_EXTRA']);
  /**
   * Adds an extra process of half an hour to a part.
   * @param verb 'start' to start it half an hour ago; 'record' to log it as finished
   */
  const addExtraProcess = (
    call: CallFunction,
    partId: number,
    fields: Record<string, unknown> = {},
    verb: 'start' | 'record' = 'start',
  ) =>
    call<{ reportId: number }>(`${EXTRA_PROCESS_PATH}/${verb}`, {
      ...{ partId, craftId, workGroupId: groupId, reasonId },
      ...(verb === 'start' ? { at: getTimeAgo(30) } : { minutes: 30 }),
      ...fields,
    });
  const listExtraProcesses = (partId: number, call = factory.call) =>
    call<ExtraProcessWork[]>(`${EXTRA_PROCESS_PATH}/ofPart`, { partId });
  /** Reads the extra process of a part that has one. */
  const readExtra = async (partId: number, call = factory.call) =>
    (await listExtraProcesses(partId, call))[0]!;
  const endWork = (
    call: CallFunction,
    reportId: number,
    verb: 'finish' | 'unfinished' = 'finish',
    minutesAgo = 0,
  ) => call(`${TASK}/${verb}`, { reportId, at: getTimeAgo(minutesAgo) });
  const continueExtraProcess = (call: CallFunction, taskId: number, fields: Record<string, unknown> = {}) =>
    call<{ reportId: number }>(`${TASK}/start`, { taskId, ...fields });
  const reverse = (reportId: number, call = factory.call) =>
    call('/mes/report/reverse', { reportId, reason: 'Not done' });
  return {
    ...{ save, craftId, costTypeId, groupId, deviceId, reasonId },
    ...{
      getTimeAgo,
      hireFitter,
      addExtra: addExtraProcess,
      listExtras: listExtraProcesses,
      readExtra,
      endWork,
      continueExtra: continueExtraProcess,
      reverse,
    },
  };
}

export type ExtraFloor = Awaited<ReturnType<typeof createExtraFloor>>;
