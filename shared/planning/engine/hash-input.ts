import type { ThrowIfAbandoned } from './proposal.ts';
import type { PlanInput } from './types.ts';

const SEEDS = [0x9747_b28c, 0x3c6e_f372];
/** How many rows are hashed between two checks whether the run is abandoned. */
const ROWS_PER_CHECK = 4000;
const numberParts = new Float64Array(1);
const numberBits = new Int32Array(numberParts.buffer);

const mixHash = (hash: number, value: number): number => {
  const mixed = Math.imul(hash ^ value, 0x85eb_ca6b);
  return mixed ^ (mixed >>> 13);
};

/** Hashes plain data. The order of keys, and of the objects in an array, has no influence. */
function hashValue(value: unknown, seed: number): number {
  if (typeof value === 'number') {
    numberParts[0] = value;
    return mixHash(mixHash(seed, numberBits[0]!), numberBits[1]!);
  }
  if (typeof value === 'string') {
    let hash = seed;
    for (let index = 0; index < value.length; index++) hash = mixHash(hash, value.charCodeAt(index));
    return mixHash(hash, value.length);
  }
  if (Array.isArray(value)) return hashArray(value, seed);
  if (typeof value === 'object' && value !== null) {
    let hash = seed;
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) hash = (hash + hashValue(item, hashValue(key, seed))) | 0;
    return mixHash(hash, 1);
  }
  return mixHash(seed, value === null ? 2 : value === true ? 3 : 4);
}

function hashArray(
  items: readonly unknown[],
  seed: number,
  throwIfAbandoned: ThrowIfAbandoned = () => {},
): number {
  const isOrdered = typeof items[0] !== 'object' || Array.isArray(items[0]);
  let hash = mixHash(seed, items.length);
  for (const [index, item] of items.entries()) {
    if (index % ROWS_PER_CHECK === 0) throwIfAbandoned();
    hash = isOrdered ? mixHash(hash, hashValue(item, seed)) : (hash + hashValue(item, seed)) | 0;
  }
  return hash;
}

/**
 * Computes the hash of an input without `now`, `fenceEnd` and `horizonEnd`: 16 hexadecimal digits.
 * @param throwIfAbandoned called every few milliseconds
 */
export function hashInput(
  { now: _now, fenceEnd: _fenceEnd, horizonEnd: _horizonEnd, tasks, ...content }: PlanInput,
  throwIfAbandoned: ThrowIfAbandoned = () => {},
): string {
  return SEEDS.map((seed) => {
    const hash = mixHash(hashValue(content, seed), hashArray(tasks, seed, throwIfAbandoned));
    return (hash >>> 0).toString(16).padStart(8, '0');
  }).join('');
}
