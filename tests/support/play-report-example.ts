import { addDays } from '#shared/rules/days.ts';
import type { ProposedLoss } from '#shared/quality/answers.ts';
import { EXAMPLE_MONDAY, findDaysToMove, type ReportExample } from './find-report-example.ts';
import type { TestFactory } from './floor.ts';
import { raiseExampleException } from './play-example-exception.ts';

/** The zone of the example has no daylight saving. */
const ZONE_OFFSET = '+08:00';
const BASIC_DATA_PATH = '/mes/system/basic';

/** The example as it was played: the ids of its rows, and its days. */
export interface PlayedExample {
  findId: (code: string) => number;
  /** The ids of the reports by their codes in the example. */
  reportIds: ReadonlyMap<string, number>;
  exception: { code: string; proposedLoss: ProposedLoss };
}

const daysToMove = findDaysToMove();
/** Moves a day of the example into the recent past. */
export const moveExampleDay = (day: string): string => addDays(day, daysToMove);
const moveDay = moveExampleDay;
const toInstant = (time: string) => `${moveDay(time.slice(0, 10))}T${time.slice(11)}:00${ZONE_OFFSET}`;
const moveRatesToExampleDay = <R extends { validFrom: string }>(rates: readonly R[]) =>
  rates.map((rate) => ({ ...rate, validFrom: moveDay(rate.validFrom) }));

/**
 * Plays the example of the reports through the calls of an empty factory.
 * @param atMiddle is called at the middle of the example, while its last report runs and a piece is on hold
 */
export async function playReportExample(
  factory: TestFactory,
  { input }: ReportExample,
  atMiddle: (findId: PlayedExample['findId']) => Promise<void>,
): Promise<PlayedExample> {
  const idsByCode = new Map<string, number>();
  const reportIds = new Map<string, number>();
  const findId = (code: string) => {
    const id = idsByCode.get(code);
    if (id === undefined) throw new Error(`The example has no ${code}`);
    return id;
  };
  const save = async (
    path: string,
    fields: Record<string, unknown> & { code?: string },
    key = fields.code,
  ) => {
    const { id } = await factory.call<{ id: number }>(`${path}/save`, fields);
    if (key !== undefined) idsByCode.set(key, id);
    return id;
  };

  const saveMasters = async () => {
    for (const row of input.departments) await save(`${BASIC_DATA_PATH}/department`, { ...row });
    for (const { department, ...row } of input.workGroups)
      await save(`${BASIC_DATA_PATH}/group`, { ...row, departmentId: findId(department) });
    for (const { code, shifts, breaks } of input.classTables)
      await save('/mes/system/classTable', {
        code,
        name: code,
        breaks,
        // Every shift of the example is worked from Monday to Friday.
        shifts: shifts.map(({ name, startsAt, endsAt, rate }) => ({
          ...{ name, startsAt, endsAt, rate },
          ...{ monday: true, tuesday: true, wednesday: true, thursday: true, friday: true },
          ...{ saturday: false, sunday: false },
        })),
      });
    for (const { classTable, workGroup, validFrom } of input.rosters)
      await save('/mes/system/roster', {
        classTableId: findId(classTable),
        workGroupId: workGroup === undefined ? null : findId(workGroup),
        validFrom: moveDay(validFrom),
      });
    for (const weekday of ['saturday', 'sunday'])
      await save('/mes/system/holiday', { kind: 'weeklyRest', weekday, name: weekday });
    for (const { rates, ...row } of input.costTypes)
      await save(`${BASIC_DATA_PATH}/costType`, { ...row, rates: moveRatesToExampleDay(rates) });
    for (const { wageGrade, ...rate } of input.wageGradeRates)
      await save(
        `${BASIC_DATA_PATH}/wageGrade`,
        { code: wageGrade, name: wageGrade, rates: moveRatesToExampleDay([rate]) },
        `grade ${wageGrade}`,
      );
    for (const { department, workGroup, wageGrade, ...row } of input.employees)
      await save(`${BASIC_DATA_PATH}/employee`, {
        ...row,
        departmentId: findId(department),
        workGroupId: findId(workGroup),
        wageGradeId: findId(`grade ${wageGrade}`),
      });
    for (const { workGroup, downtimes, ...row } of input.devices)
      await save(`${BASIC_DATA_PATH}/device`, {
        ...row,
        workGroupId: findId(workGroup),
        downtimes: downtimes.map(({ downFrom, downUntil }) => ({
          downFrom: toInstant(downFrom),
          downUntil: toInstant(downUntil),
        })),
      });
    for (const { costType, piecePrices, ...row } of input.crafts)
      await save(`${BASIC_DATA_PATH}/crafts`, {
        ...row,
        costTypeId: findId(costType),
        piecePrices: moveRatesToExampleDay(piecePrices),
      });
    for (const row of input.errorClasses)
      await save('/mes/system/classify', { classId: 'errorClass', ...row });
  };

  const saveOrder = async () => {
    const { code, quantity, dueDate, plannedStart } = input.order;
    const projectId = await save('/mes/project', { code: input.project.code, name: input.project.code });
    const orderId = await save('/mes/order', {
      ...{ code, name: code, quantity, projectId },
      ...{ dueDate: moveDay(dueDate), plannedStart: moveDay(plannedStart) },
    });
    for (const { parent, materialPerPiece, code: partCode, ...part } of input.parts) {
      const { name, quantity: partQuantity, quantityPer } = part;
      if (materialPerPiece !== undefined)
        await save(`${BASIC_DATA_PATH}/material`, {
          ...{ code: `material ${partCode}`, name: partCode, standardPrice: materialPerPiece },
        });
      await save(
        '/mes/order/part',
        {
          ...{ orderId, code: partCode, name, quantity: partQuantity, quantityPer },
          parentId: parent === null ? null : findId(`part ${parent}`),
          materialName: materialPerPiece === undefined ? null : `material ${partCode}`,
        },
        `part ${partCode}`,
      );
    }
    for (const {
      code: processCode,
      part,
      craft,
      workGroup,
      seq,
      plannedQuantity,
      plannedStart,
      plannedEnd,
      ...times
    } of input.processes) {
      const { preparationMinutes, deviceMinutes, manMinutes, manMachineRatio } = times;
      await save(
        '/mes/process',
        {
          ...{ seq, plannedQuantity, preparationMinutes, deviceMinutes, manMinutes, manMachineRatio },
          name: processCode,
          partId: findId(`part ${part}`),
          craftId: findId(craft),
          workGroupId: findId(workGroup),
          plannedStart: moveDay(plannedStart),
          plannedEnd: moveDay(plannedEnd),
        },
        processCode,
      );
    }
    const { version } = await factory.call<{ version: number }>('/mes/order/get', { id: orderId });
    await factory.call('/mes/order/release', { id: orderId, version });
    // An order must not be entered more than a week after its first report.
    await factory.connection.db
      .updateTable('workOrder')
      .set({ createdAt: toInstant(`${EXAMPLE_MONDAY}T00:00`) })
      .where('id', '=', orderId)
      .execute();
  };

  const acceptLoss = ({ process, quantity }: ReportExample['input']['acceptedLosses'][number]) =>
    factory.call('/mes/process/loss/answer', {
      ...{ processId: findId(process), answer: 'acceptShort', quantity },
      reason: 'accepted in the example',
    });

  await saveMasters();
  await saveOrder();
  const middle = input.asOf.middle;
  let finishException: Awaited<ReturnType<typeof raiseExampleException>> | null = null;
  for (const report of input.reports) {
    const isAtMiddle = report.startedAt < middle && report.endedAt > middle;
    if (isAtMiddle) {
      for (const loss of input.acceptedLosses) if (loss.at < middle) await acceptLoss(loss);
      finishException = await raiseExampleException(factory, input.exception, findId, toInstant);
    }
    const { reportId } = await factory.call<{ reportId: number }>('/mes/report/start', {
      processId: findId(report.process),
      deviceId: report.device === null ? null : findId(report.device),
      phase: report.phase,
      quantity: report.started,
      people: report.people.map(({ employee, ratio }) => ({ employeeId: findId(employee), ratio })),
      at: toInstant(report.startedAt),
    });
    if (isAtMiddle) await atMiddle(findId);
    await factory.call(`/mes/report/${report.kind}`, {
      reportId,
      good: report.good,
      scrap: report.scrap,
      errorClassId: report.errorClass === undefined ? null : findId(report.errorClass),
      at: toInstant(report.endedAt),
    });
    reportIds.set(report.code, reportId);
  }
  if (!finishException) throw new Error('No report of the example runs at its middle');
  const exception = await finishException();
  for (const loss of input.acceptedLosses) if (loss.at >= middle) await acceptLoss(loss);
  for (const { part, quantity, shelf, at } of input.warehouseIn) {
    await save(`${BASIC_DATA_PATH}/shelf`, { code: shelf, name: shelf });
    const receipt = { partId: findId(`part ${part}`), quantity, shelfId: findId(shelf), at: toInstant(at) };
    await factory.call('/mes/warehouse/receive', receipt);
  }
  return { findId, reportIds, exception };
}
