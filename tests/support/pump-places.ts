import { getIsoTimeAgo, type TestFactory } from './floor.ts';
import { makeUniqueText } from './makers.ts';
import { makeOutsourcingCalls } from './outsourcing-calls.ts';
import { finishWork, startWorkByNewPerson } from './reports.ts';

/** Makes 10 pumps with two bushes in each. The 20 bushes are spread over all places in which pieces can be. */
export async function makePumps(factory: TestFactory) {
  const save = async (path: string, fields: Record<string, unknown>) =>
    (await factory.call<{ id: number }>(`/mes/${path}/save`, fields)).id;
  const addMaster = (name: string, fields: Record<string, unknown> = {}) =>
    save(`system/basic/${name}`, { code: makeUniqueText('R'), name, ...fields });
  const record = async (processId: number, good: number) => {
    const { employeeId } = await factory.createPerson('Idle', []);
    return factory.call('/mes/report/record', { processId, good, minutes: 1, people: [{ employeeId }] });
  };
  const order = await factory.createOrder(10, ['Assembly']);
  const steelId = await addMaster('material');
  const ringId = await addMaster('material');
  const bushId = await save('order/part', {
    ...{ orderId: order.id, parentId: order.partId, code: 'B', name: 'Bush', quantity: 20, quantityPer: 2 },
    materials: [steelId, ringId].map((materialId) => ({ materialId, plannedQuantity: 12 })),
  });
  const addProcess = async (seq: number, name: string, craft: Record<string, unknown> = {}) =>
    save('process', {
      ...{ partId: bushId, seq, leapfrog: true },
      craftId: await save('system/basic/crafts', { code: makeUniqueText('C'), name, ...craft }),
    });
  const turning = await addProcess(10, 'Turn', {
    reportWay: 'byProductionParameters',
    productionParameters: [{ code: 'D', name: 'Diameter', unit: 'mm', lowerLimit: 19, upperLimit: 20 }],
  });
  const milling = await addProcess(20, 'Mill');
  const grinding = await addProcess(30, 'Grind');
  await factory.call('/mes/order/part/issueMaterial', {
    ...{ partId: bushId, materialId: steelId, quantity: 12 },
  });
  const deviceId = await addMaster('device');
  const turner = await factory.createPerson('Turner', []);
  const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
    ...{ processId: turning, quantity: 18, at: getIsoTimeAgo(30), deviceId },
    people: [{ employeeId: turner.employeeId }],
  });
  await finishWork(factory.call, reportId, 16, {
    ...{ scrap: 1, rework: 1, parameters: [{ code: 'D', value: 20.5 }] },
  });
  await factory.call('/mes/quality/raise', { processId: turning, source: 'good', quantity: 2 });
  await record(milling, 8);
  const outsourcing = makeOutsourcingCalls(factory.call);
  const { id: supplierId } = await outsourcing.addSupplier();
  const shipment = await outsourcing.order(supplierId, { [milling]: 3 });
  await outsourcing.send(shipment.id, { [milling]: 3 });
  await record(grinding, 6);
  await startWorkByNewPerson(factory, grinding, 1);
  const shelfId = await addMaster('shelf');
  await factory.call('/mes/warehouse/receive', { partId: bushId, quantity: 1, shelfId });
  await record(order.processIds[0]!, 2);
  await factory.call('/mes/warehouse/receive', { partId: order.partId, quantity: 1, shelfId });
  return { order, bushId, turning, milling, grinding, steelId, ringId, deviceId, turner };
}
export type Pumps = Awaited<ReturnType<typeof makePumps>>;
