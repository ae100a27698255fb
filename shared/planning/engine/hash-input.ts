import type { LookAtAbandoned } from './proposal.ts';
import type { PlanInput } from './types.ts';

const SEEDS = [0x9747_b28c, 0x3c6e_f372];
/** How many rows are hashed before the run looks whether to end. */
const ROWS_PER_LOOK = 4000;
const numberParts = new Float64Array(1);
const numberBits = new Int32Array(numberParts.buffer);

const mix = (hash: number, value: number): number => {
  const mixed = Math.imul(hash ^ value, 0x85eb_ca6b);
  return mixed ^ (mixed >>> 13);
};

/** Hashes a value of plain data. The order of keys, and of objects within an array, has no influence. */
function hashValue(value: unknown, seed: number): number {
  if (typeof value === 'number') {
    numberParts[0] = value;
    return mix(mix(seed, numberBits[0]!), numberBits[1]!);
  }
  if (typeof value === 'string') {
    let hash = seed;
    for (let index = 0; index < value.length; index++) hash = mix(hash, value.charCodeAt(index));
    return mix(hash, value.length);
  }
  if (Array.isArray(value)) return hashArray(value, seed);
  if (typeof value === 'object' && value !== null) {
    let hash = seed;
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) hash = (hash + hashValue(item, hashValue(key, seed))) | 0;
    return mix(hash, 1);
  }
  return mix(seed, value === null ? 2 : value === true ? 3 : 4);
}

function hashArray(items: readonly unknown[], seed: number, look: LookAtAbandoned = () => {}): number {
  const isOrdered = typeof items[0] !== 'object' || Array.isArray(items[0]);
  let hash = mix(seed, items.length);
  for (const [index, item] of items.entries()) {
    if (index % ROWS_PER_LOOK === 0) look();
    hash = isOrdered ? mix(hash, hashValue(item, seed)) : (hash + hashValue(item, seed)) | 0;
  }
  return hash;
}

/**
 * Returns 16 hexadecimal digits that change with everything in an input except the clock.
 * @param look called every some milliseconds
 */
export function hashInput(
  { now: _now, fenceEnd: _fenceEnd, horizonEnd: _horizonEnd, tasks, ...content }: PlanInput,
  look: LookAtAbandoned = () => {},
): string {
  return SEEDS.map((seed) => {
    const hash = mix(hashValue(content, seed), hashArray(tasks, seed, look));
    return (hash >>> 0).toString(16).padStart(8, '0');
  }).join('');
}
