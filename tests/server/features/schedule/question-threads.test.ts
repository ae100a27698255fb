import { expect, test } from 'vitest';
import type { PlanInput } from '#shared/planning/engine/types.ts';
import { planPromise } from '#server/planning/schedule/plan-promise.ts';
import { askThread } from '#server/planning/schedule/question-threads.ts';
import { makeOrder, makeSmallPlant, makeTask, onMachines } from '#tests/support/small-plant.ts';

/**
 * A thread program that answers each question with the id of its thread, exits at the input 'exit' and throws at
 * 'throw'.
 */
const makeProgram = (name: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`// ${name}
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', (json) => {
    const { input } = JSON.parse(json);
    if (input === 'exit') process.exit(3);
    if (input === 'throw') throw new Error('It broke');
    parentPort.postMessage({ kind: 'answer', answer: threadId });
  });`)}`,
  );
const PROGRAM = makeProgram('A');
const ask = (input = 'answer', program = PROGRAM) =>
  askThread<number>({ kind: 'forecast', input: input as unknown as PlanInput }, program);

test('the thread of the last answer waits for the next question, not an older one of another program', async () => {
  await ask('answer', makeProgram('B'));
  expect(await ask()).toBe(await ask());
});

test('a thread answers one question after the other, and a second one answers beside it', async () => {
  const first = await ask();
  expect(await ask()).toBe(first);
  const [firstAnswer, secondAnswer] = await Promise.all([ask(), ask()]);
  expect(firstAnswer).toBe(first);
  expect(secondAnswer).not.toBe(first);
});

test('a thread that dies refuses its question, and the next question gets a new thread', async () => {
  const before = await ask();
  await expect(ask('exit')).rejects.toThrow('The thread of the planner ended (3)');
  const after = await ask();
  expect(after).not.toBe(before);
  await expect(ask('throw')).rejects.toThrow('It broke');
  expect(await ask()).not.toBe(after);
});

test('a promise whose time is over is that of the best plan until then', () => {
  const plant = makeSmallPlant(
    [1, 2, 3, 4, 5, 6].map((id) => makeTask(id, { order: id % 3, need: onMachines(200 + 40 * id, 1, 2) })),
    { orders: [0, 1, 2].map((id) => makeOrder(id)) },
  );
  const { order, unplaced } = planPromise(plant, 2, () => true);
  expect(unplaced).toEqual([]);
  expect(order).toMatchObject({ id: 2, end: expect.any(Number) });
  expect(order.causes.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(order.end! - plant.now);
});
