import type { PlanInput } from './types.ts';

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
  if (Array.isArray(value)) {
    const isOrdered = typeof value[0] !== 'object' || Array.isArray(value[0]);
    let hash = mix(seed, value.length);
    for (const item of value as unknown[])
      hash = isOrdered ? mix(hash, hashValue(item, seed)) : (hash + hashValue(item, seed)) | 0;
    return hash;
  }
  if (typeof value === 'object' && value !== null) {
    let hash = seed;
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) hash = (hash + hashValue(item, hashValue(key, seed))) | 0;
    return mix(hash, 1);
  }
  return mix(seed, value === null ? 2 : value === true ? 3 : 4);
}

/** Returns 16 hexadecimal digits that change with everything in an input except the clock. */
export function hashInput({
  now: _now,
  fenceEnd: _fenceEnd,
  horizonEnd: _horizonEnd,
  ...content
}: PlanInput): string {
  return [0x9747_b28c, 0x3c6e_f372]
    .map((seed) => (hashValue(content, seed) >>> 0).toString(16).padStart(8, '0'))
    .join('');
}
