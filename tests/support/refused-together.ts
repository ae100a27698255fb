import { expect } from 'vitest';
import type { Route } from '#server/call/route.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { validate } from '#shared/kernel/validate.ts';
import { fieldText } from '#shared/kernel/wire.ts';
import { expectSpecified, refusalIn, type Reply } from './refusal-in.ts';

/** Calls an endpoint as somebody. */
export type Ask = (path: string, fields: Record<string, unknown>) => Promise<Reply>;

/** Whether the declaration alone stops a value: whatever stands behind the field is never asked. */
export const isStopped = (name: string, field: Field, value: unknown): boolean =>
  validate({ [name]: field }, { [name]: fieldText(value) }).problems !== undefined;

/**
 * Gives every field one of its wrong values at a time: each of them must be refused, with all that is wrong.
 * @returns how many values were tried
 */
export async function refusedTogether(
  ask: Ask,
  route: Route,
  good: Record<string, unknown>,
  wrong: readonly { name: string; values: readonly unknown[] }[],
): Promise<number> {
  const rounds = Math.max(0, ...wrong.map(({ values }) => values.length));
  for (let round = 0; round < rounds; round++) {
    const given = wrong.filter(({ values }) => round < values.length);
    const fields = Object.fromEntries(given.map(({ name, values }) => [name, values[round]]));
    const what = `${route.path} ${JSON.stringify(fields).slice(0, 200)}`;
    const reply = await ask(route.path, { ...good, ...fields });
    expectSpecified(what, reply);
    const places = Object.keys(refusalIn(reply)?.fields ?? {}).map((place) => place.replace(/[[.].*$/, ''));
    expect([what, refusalIn(reply)?.code, [...new Set(places)].sort()]).toEqual([
      what,
      'fieldsInvalid',
      given.map(({ name }) => name).sort(),
    ]);
  }
  return wrong.reduce((sum, { values }) => sum + values.length, 0);
}
