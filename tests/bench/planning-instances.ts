import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { searchSequence } from '#shared/planning/engine/sequence/search.ts';
import type { SequenceShop } from '#shared/planning/engine/sequence-types.ts';
import { packShop, replaySequence, type ShopOperation } from '#tests/support/sequence-shop.ts';
import { printResult } from './expected.ts';
import { BEST_KNOWN_MAKESPANS } from './planning-best-known.ts';

/** The folder of the instances. Each instance is a file such as `la01.txt`. They are not part of this project. */
const INSTANCES_FOLDER = process.env['MES_PLANNING_INSTANCES'];
/** Only instances whose names match this pattern are solved. An example is `^la(0|1)`. */
const NAME_PATTERN = new RegExp(process.env['MES_PLANNING_NAMES'] ?? '');
/** The processor time of a search, in seconds. It depends little on other work on the machine. */
const SEARCH_SECONDS = Number(process.env['MES_BENCH_SECONDS'] ?? 10);
/** The maximum number of rounds of a search. With a limit, the makespans do not depend on the machine. */
const SEARCH_ROUNDS = Number(process.env['MES_BENCH_ROUNDS'] ?? Infinity);
const SEED = Number(process.env['MES_BENCH_SEED'] ?? 1);

/**
 * The sets of instances. `expectedMean` and `expectedWorst` limit the mean gap and the largest gap to the
 * best known makespans, in %.
 */
const SETS = [
  { label: 'ft', pattern: /^ft/, expectedMean: 0, expectedWorst: 0 },
  { label: 'la', pattern: /^la/, expectedMean: 0.3, expectedWorst: 2 },
  { label: 'mk', pattern: /^mk/, expectedMean: 1, expectedWorst: 3.5 },
  { label: 'others', pattern: /^/, expectedMean: 1.5, expectedWorst: 8 },
];

/**
 * Parses a job shop. The first line has the number of jobs and of machines; each further line is a job. A job
 * lists the machine and the duration of each operation. A job of a flexible job shop begins with the number
 * of its operations; each operation then lists the number of its machines, and the machine and the duration
 * for each of them. Files count machines from 0 or from 1.
 */
function parseShop(text: string): SequenceShop {
  const [firstLine, ...jobs] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const [jobCount, machineCount] = firstLine as [number, number];
  if (jobs.length !== jobCount) throw new Error(`There are ${jobs.length} jobs instead of ${jobCount}`);
  const isFlexible = firstLine!.length > 2 || jobs.some((job) => job.length !== 2 * machineCount);
  const routings = jobs.map((job) => (isFlexible ? parseFlexibleJob(job) : parseJob(job)));
  const firstMachine = Math.min(...routings.flat(2).map(({ machine }) => machine));
  const operations: ShopOperation[] = [];
  for (const routing of routings)
    for (const [index, choices] of routing.entries())
      operations.push({
        after: index === 0 ? [] : [{ operation: operations.length - 1, transfer: 0 }],
        choices: choices.map(({ machine, duration }) => ({ machine: machine - firstMachine, duration })),
      });
  return packShop(machineCount, operations);
}

type Choices = ShopOperation['choices'];

function parseJob(numbers: readonly number[]): Choices[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => [
    { machine: numbers[2 * index]!, duration: numbers[2 * index + 1]! },
  ]);
}

function parseFlexibleJob(numbers: readonly number[]): Choices[] {
  let position = 0;
  const readNumber = (): number => numbers[position++]!;
  const readChoice = () => ({ machine: readNumber(), duration: readNumber() });
  const routing = Array.from({ length: readNumber() }, () =>
    Array.from({ length: readNumber() }, readChoice),
  );
  if (position !== numbers.length)
    throw new Error(`A job has ${numbers.length} numbers instead of ${position}`);
  return routing;
}

interface SearchFigures {
  readonly gapPercent: number;
  readonly makespan: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** Searches one instance. @throws Error if the sequence does not have the makespan that the search reports */
function measureInstance(shop: SequenceShop, bestKnown: number): SearchFigures {
  const cpuStart = process.cpuUsage();
  const readSeconds = (): number => process.cpuUsage(cpuStart).user / 1e6;
  const answer = searchSequence(shop, {
    seed: SEED,
    rounds: SEARCH_ROUNDS,
    isCancelled: () => readSeconds() >= SEARCH_SECONDS,
  });
  const seconds = readSeconds();
  if (replaySequence(shop, answer) !== answer.makespan)
    throw new Error('The makespan is not that of the sequence');
  return {
    gapPercent: 100 * (answer.makespan / bestKnown - 1),
    makespan: answer.makespan,
    rounds: answer.rounds,
    seconds,
  };
}

/** Prints for each set of published instances how far the search ends from the best known makespans. */
export async function measurePlanningInstances(): Promise<void> {
  if (INSTANCES_FOLDER === undefined)
    throw new Error('Set MES_PLANNING_INSTANCES to the folder of the instances');
  const paths = readdirSync(INSTANCES_FOLDER, { recursive: true, encoding: 'utf8' }).toSorted();
  const gapsBySet = new Map<string, number[]>(SETS.map(({ label }) => [label, []]));
  for (const path of paths) {
    const name = basename(path).replace(/\.\w+$/, '');
    const bestKnown = BEST_KNOWN_MAKESPANS.get(name);
    if (bestKnown === undefined || !NAME_PATTERN.test(name)) continue;
    const shop = parseShop(readFileSync(join(INSTANCES_FOLDER, path), 'utf8'));
    const { gapPercent, makespan, rounds, seconds } = measureInstance(shop, bestKnown);
    gapsBySet.get(SETS.find(({ pattern }) => pattern.test(name))!.label)!.push(gapPercent);
    console.log(
      `  ${name.padEnd(6)} ${String(shop.operationCount).padStart(5)} operations ${String(makespan).padStart(6)}` +
        `  best known ${String(bestKnown).padStart(6)}  gap ${gapPercent.toFixed(2).padStart(5)} %` +
        `  ${String(rounds).padStart(5)} rounds in ${seconds.toFixed(1).padStart(5)} s`,
    );
  }
  for (const { label, expectedMean, expectedWorst } of SETS) {
    const gaps = gapsBySet.get(label)!;
    if (gaps.length === 0) continue;
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    printResult(`${label} (${gaps.length}): mean gap`, mean, '%', expectedMean);
    printResult(`${label} (${gaps.length}): worst gap`, Math.max(...gaps), '%', expectedWorst);
  }
}
