/** Calls the MES as a user with all permissions. */
interface Caller {
  call: <T>(path: string, fields: Record<string, unknown>) => Promise<T>;
}

/** The ids of the master data to which the plans of a test refer. */
export interface PlanMasters {
  crafts: Record<'车' | '铣' | '磨' | 'CNC' | '装配', number>;
  turningGroupId: number;
  millingGroupId: number;
  latheId: number;
  customerId: number;
  projectId: number;
  supplierId: number;
}

/** Creates the master data to which the plans of a test refer. */
export async function createPlanMasters(caller: Caller): Promise<PlanMasters> {
  const saveRecord = async (path: string, fields: Record<string, unknown>) =>
    (await caller.call<{ id: number }>(`${path}/save`, fields)).id;
  const saveCraft = (code: string, name: string, fields: Record<string, unknown> = {}) =>
    saveRecord('/mes/system/basic/crafts', { code, name, ...fields });
  const crafts = {
    车: await saveCraft('C-10', '车', {
      preparationMinutes: 15,
      deviceMinutes: 4,
      manpowerMinutes: 3,
      manMachineRatio: 1,
    }),
    铣: await saveCraft('C-20', '铣'),
    磨: await saveCraft('C-30', '磨', { leapfrogAllowed: true }),
    CNC: await saveCraft('CNC-5-AX', '五轴-加工'),
    装配: await saveCraft('C-90', '装配'),
  };
  const turningGroupId = await saveRecord('/mes/system/basic/group', {
    code: 'G-1',
    name: '车削组',
    craftIds: JSON.stringify([crafts.车]),
  });
  const millingGroupId = await saveRecord('/mes/system/basic/group', { code: 'G-2', name: '铣削组' });
  return {
    crafts,
    turningGroupId,
    millingGroupId,
    latheId: await saveRecord('/mes/system/basic/device', {
      code: 'L-1',
      name: '数控车床1',
      workGroupId: turningGroupId,
    }),
    customerId: await saveRecord('/mes/system/basic/customer', {
      code: 'K01',
      shortName: '华星',
      fullName: '华星机械有限公司',
    }),
    projectId: await saveRecord('/mes/project', { code: 'P01', name: '减速机项目' }),
    supplierId: await saveRecord('/mes/system/basic/supplier', {
      code: 'S01',
      shortName: '热处理厂',
      fullName: '热处理厂有限公司',
    }),
  };
}
