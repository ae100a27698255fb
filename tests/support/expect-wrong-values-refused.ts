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
 * Calls an endpoint in rounds. In round n, every field with at least n wrong values has its nth
 * wrong value. The refusal must name exactly these fields.
 * @param validValues values for the fields that have no wrong value in a round
 * @returns the number of values tried
 */
export async function expectWrongValuesRefused(
  callEndpoint: EndpointCaller,
  route: Route,
  validValues: Record<string, unknown>,
  wrongFields: readonly { name: string; values: readonly unknown[] }[],
): Promise<number> {
  const roundCount = Math.max(0, ...wrongFields.map(({ values }) => values.length));
  for (let round = 0; round < roundCount; round++) {
    const roundFields = wrongFields.filter(({ values }) => round < values.length);
    const fields = Object.fromEntries(roundFields.map(({ name, values }) => [name, values[round]]));
    const callDescription = `${route.path} ${JSON.stringify(fields).slice(0, 200)}`;
    const reply = await callEndpoint(route.path, { ...validValues, ...fields });
    expectAnyRefusalIsSpecified(callDescription, reply);
    const refusedNames = Object.keys(findRefusal(reply)?.fields ?? {}).map((fieldPath) =>
      fieldPath.replace(/[[.].*$/, ''),
    );
    expect([callDescription, findRefusal(reply)?.code, [...new Set(refusedNames)].sort()]).toEqual([
      callDescription,
      'fieldsInvalid',
      roundFields.map(({ name }) => name).sort(),
    ]);
  }
  return wrongFields.reduce((sum, { values }) => sum + values.length, 0);
}
