import { Worker } from 'node:worker_threads';
import type { PlannerMessage, PlannerQuestion } from './planner-messages.ts';

/** The maximum time for the answer to a question, in milliseconds. */
const ANSWER_TIMEOUT_MS = 60_000;
/**
 * How long an idle thread waits for another question, in milliseconds. An idle thread has already loaded and
 * optimised its program, which takes longer than most answers.
 */
const IDLE_MS = 120_000;
/** The maximum number of idle threads. */
const MAX_IDLE_THREADS = 1;
export const MEMORY_LIMITS = { maxOldGenerationSizeMb: 1536 };

interface IdleThread {
  worker: Worker;
  program: string;
  endWaiting: () => void;
}

const idleThreads: IdleThread[] = [];

/** Takes an idle thread that runs a program, or starts a new thread. */
function takeThread(program: URL): Worker {
  const index = idleThreads.findIndex((thread) => thread.program === program.href);
  if (index < 0)
    return new Worker(program, { workerData: { isForQuestions: true }, resourceLimits: MEMORY_LIMITS });
  const [{ worker, endWaiting }] = idleThreads.splice(index, 1) as [IdleThread];
  endWaiting();
  worker.ref();
  return worker;
}

/** Lets a thread wait for the next question. If there are too many idle threads then, it ends the oldest of them. */
async function returnThread(worker: Worker, program: URL): Promise<void> {
  const end = (): void => {
    const index = idleThreads.findIndex((thread) => thread.worker === worker);
    if (index >= 0) idleThreads.splice(index, 1);
    endWaiting();
    void worker.terminate();
  };
  const timer = setTimeout(end, IDLE_MS).unref();
  const endWaiting = (): void => {
    clearTimeout(timer);
    worker.off('error', end).off('exit', end);
  };
  worker.once('error', end).once('exit', end);
  // An idle thread does not keep the process alive.
  worker.unref();
  idleThreads.push({ worker, program: program.href, endWaiting });
  if (idleThreads.length <= MAX_IDLE_THREADS) return;
  const oldest = idleThreads.shift()!;
  oldest.endWaiting();
  await oldest.worker.terminate();
}

/** Waits for the answer of a thread. The promise is rejected if the thread dies or takes too long. */
function waitForAnswer<T>(worker: Worker): Promise<T> {
  return new Promise<T>((done, fail) => {
    const timer = setTimeout(() => end(new Error('The planner took too long')), ANSWER_TIMEOUT_MS);
    // The listeners are removed one by one, because the worker itself needs other listeners.
    const end = (error: Error | null, answer?: unknown): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', end).off('exit', onExit);
      if (error) fail(error);
      // The program answers each kind of question with its own kind of answer.
      else done(answer as T);
    };
    const onMessage = (message: PlannerMessage): void =>
      message.kind === 'answer'
        ? end(null, message.answer)
        : end(new Error(`The planner gave no answer but ${message.kind}`));
    const onExit = (code: number): void => end(new Error(`The thread of the planner ended (${code})`));
    worker.on('message', onMessage).on('error', end).on('exit', onExit);
  });
}

/** Asks a thread of the planner a question. The promise is rejected if the thread dies or takes too long. */
export async function askThread<T>(question: PlannerQuestion, program: URL): Promise<T> {
  const worker = takeThread(program);
  try {
    const answer = waitForAnswer<T>(worker);
    // As JSON, a large input is copied in a third of the time.
    worker.postMessage(JSON.stringify(question));
    const result = await answer;
    await returnThread(worker, program);
    return result;
  } catch (error) {
    // An error of a thread that is being terminated must not end the process.
    worker.on('error', () => undefined);
    await worker.terminate();
    throw error;
  }
}
