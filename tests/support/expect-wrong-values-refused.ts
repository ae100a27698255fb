import { expect } from 'vitest';
import type { Route } from '#server/call/route.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { validateRecord } from '#shared/kernel/validate.ts';
import { toWireText } from '#shared/kernel/wire.ts';
import { expectAnyRefusalIsSpecified, findRefusal, type Reply } from './refusal-in.ts';

/** Calls an endpoint as one user. */
export type EndpointCaller = (path: string, fields: Record<string, unknown>) => Promise<Reply>;

/** Tells whether the field declaration alone refuses a value, before any hook or query runs. */
export const isRefusedByDeclaration = (name: string, field: Field, value: unknown): boolean =>
  validateRecord({ [name]: field }, { [name]: toWireText(value) }).problems !== undefined;

/**
 * Calls an endpoint in rounds. In each round, every field that has a wrong value left gets its next wrong value. The
 * refusal must name exactly these fields.
 * @param good valid values of the other fields
 * @returns the number of values tried
 */
export async function expectWrongValuesRefused(
  ask: EndpointCaller,
  route: Route,
  good: Record<string, unknown>,
  wrong: readonly { name: string; values: readonly unknown[] }[],
): Promise<number> {
  const roundCount = Math.max(0, ...wrong.map(({ values }) => values.length));
  for (let round = 0; round < roundCount; round++) {
    const roundFields = wrong.filter(({ values }) => round < values.length);
    const fields = Object.fromEntries(roundFields.map(({ name, values }) => [name, values[round]]));
    const what = `${route.path} ${JSON.stringify(fields).slice(0, 200)}`;
    const reply = await ask(route.path, { ...good, ...fields });
    expectAnyRefusalIsSpecified(what, reply);
    const places = Object.keys(findRefusal(reply)?.fields ?? {}).map((place) => place.replace(/[[.].*$/, ''));
    expect([what, findRefusal(reply)?.code, [...new Set(places)].sort()]).toEqual([
      what,
      'fieldsInvalid',
      roundFields.map(({ name }) => name).sort(),
    ]);
  }
  return wrong.reduce((sum, { values }) => sum + values.length, 0);
}
