import { beforeAll, expect, test } from 'vitest';
import type { CardSheetsAnswer } from '#shared/ledger/card-sheet.ts';
import { createCardFloor, type CardFloor } from '#tests/support/card-floor.ts';
import { describeForEachDatabase } from '#tests/support/databases.ts';
import { createTestFactory, readRefusalCode, type TestFactory } from '#tests/support/floor.ts';

describeForEachDatabase('the printing of process cards', (database) => {
  let factory: TestFactory;
  let floor: CardFloor;
  beforeAll(async () => {
    factory = await createTestFactory(await database.open());
    floor = createCardFloor(factory);
  });
  const readSheets = (filter: Record<string, unknown>, caller: Pick<TestFactory, 'call'> = factory) =>
    caller.call<CardSheetsAnswer>('/mes/process/card/sheets', filter);
  const printCards = (cardIds: readonly number[], caller: Pick<TestFactory, 'call'> = factory) =>
    caller.call<{ id: number; printCount: number }[]>('/mes/process/card/print', { cardIds });

  test('shows what is on the sheets of the cards that hold pieces', async () => {
    const order = await floor.createOrder(10, ['Turning', 'Milling']);
    const card = await floor.getOnlyCard(order);
    const [firstCard, secondCard] = await floor.split(card.id, 4);
    const { sheets, total } = await readSheets({ orderIds: [order.id] });
    expect(total).toBe(2);
    expect(sheets.map(({ id }) => id)).toEqual([firstCard!.id, secondCard!.id]);
    expect(sheets[0]).toMatchObject({
      code: firstCard!.code,
      quantity: 4,
      printCount: 0,
      originCodes: [card.code],
      orderId: order.id,
      partCode: 'P',
      processes: [
        { seq: 10, name: 'Turning' },
        { seq: 20, name: 'Milling' },
      ],
    });
    expect((await readSheets({ partId: order.partId, cardIds: [secondCard!.id] })).sheets).toHaveLength(1);
    expect((await readSheets({ search: firstCard!.code.toLowerCase() })).sheets.map(({ id }) => id)).toEqual([
      firstCard!.id,
    ]);
    expect(await readSheets({ search: '%' })).toEqual({ sheets: [], total: 0 });
    expect(
      (await readSheets({ orderIds: [order.id] }, await createTestFactory(factory.connection))).total,
    ).toBe(0);
  });

  test('counts the prints of each card, also of two people at once', async () => {
    const order = await floor.createOrder(10, ['Turning']);
    const [firstCard, secondCard] = await floor.split((await floor.getOnlyCard(order)).id, 4);
    expect(await printCards([firstCard!.id, secondCard!.id])).toEqual([
      { id: firstCard!.id, printCount: 1 },
      { id: secondCard!.id, printCount: 1 },
    ]);
    await Promise.all([printCards([firstCard!.id]), printCards([firstCard!.id])]);
    expect((await floor.readCard(firstCard!.id)).printCount).toBe(3);
    // A print does not change the version of the card, so a split with the earlier version is accepted.
    await floor.split(firstCard!.id, 1);
  });

  test('is refused without the permission, for cards that were replaced and for those of another factory', async () => {
    const order = await floor.createOrder(10, ['Turning']);
    const card = await floor.getOnlyCard(order);
    const printer = await factory.createPerson('Printer', ['REPORT_FORM_PRINT_PROCESS_CARD']);
    const reader = await factory.createPerson('Reader', ['TASK_REPORT']);
    expect((await readSheets({ cardIds: [card.id] }, printer)).total).toBe(1);
    await printCards([card.id], printer);
    expect(await readRefusalCode(readSheets({}, reader))).toBe('noPermission');
    expect(await readRefusalCode(printCards([card.id], reader))).toBe('noPermission');
    expect(await readRefusalCode(printCards([card.id], await createTestFactory(factory.connection)))).toBe(
      'rowNotFound',
    );
    expect(await readRefusalCode(printCards([]))).toBe('nothingSelected');
    expect(await readRefusalCode(printCards([card.id, card.id]))).toBe('fieldsInvalid');
    await floor.split(card.id, 4);
    expect(await readRefusalCode(printCards([card.id]))).toBe('cardState');
    expect((await floor.readCard(card.id)).printCount).toBe(1);
  });
});
