import { ENTITY_VERBS, type EntityDeclaration } from '#shared/kernel/entity.ts';
import type { Field } from '#shared/kernel/fields.ts';
import { entities, entityNames, type EntityName } from '#shared/entities/index.ts';
import type { Route } from '#server/call/route.ts';
import { makeFieldValue } from './makers.ts';
import { makeRecordWithSampleIds, type SampleRowIds } from './sample-rows.ts';

/** Endpoints with their own tests: they end sessions, need a password or belong to walls without a user. */
export const SEPARATELY_TESTED_PATHS = new Set([
  '/mes/login/logout',
  '/mes/login/login',
  '/mes/user/password/modify',
  '/mes/center/session/endOthers',
  '/mes/wall/pairing',
  '/mes/wall/shown',
]);

/** Finds the entity to which the `id` field of an endpoint refers. */
export const findEntityOfPath = (path: string): EntityDeclaration | undefined =>
  entityNames
    .map((name): EntityDeclaration => entities[name])
    .find(
      (entity) =>
        ENTITY_VERBS.some((verb) => path === `${entity.path}/${verb}`) ||
        (path.startsWith('/mes/order/') && entity.name === 'workOrder' && path.split('/').length === 4),
    );

/** Finds the entity to which the ids of a field refer; null if there is none. */
const findTargetEntity = (route: Route, name: string, field: Field): EntityName | null =>
  (field.to as EntityName | undefined) ??
  (name === 'id' ? ((findEntityOfPath(route.path)?.name as EntityName | undefined) ?? null) : null);

/** Makes input that an endpoint accepts: a record for the save of an entity, otherwise only the required fields. */
export function makeValidInput(route: Route, sampleIds: SampleRowIds): Record<string, unknown> {
  const entity = findEntityOfPath(route.path);
  if (entity && route.path === `${entity.path}/save`) return makeRecordWithSampleIds(entity, sampleIds);
  const resolveSampleId = (to: string) => sampleIds[to as EntityName];
  return Object.fromEntries(
    Object.entries(route.input)
      .filter(
        ([, field]) =>
          field.required && field.initial === undefined && field.kind !== 'refs' && field.kind !== 'lines',
      )
      .map(([name, field]) => [
        name,
        name === 'id' && entity
          ? sampleIds[entity.name as EntityName]
          : makeFieldValue(name, field, resolveSampleId),
      ]),
  );
}

/**
 * Makes one input for each id field of an endpoint. The field has an id of another factory.
 * @param otherFactoryIds the sample rows of the other factory
 * @param validInput valid input, which gives the other values of an owned row
 */
export function makeOtherFactoryIdInputs(
  route: Route,
  sampleIds: SampleRowIds,
  otherFactoryIds: SampleRowIds,
  validInput: Record<string, unknown>,
): { name: string; input: Record<string, unknown> }[] {
  return Object.entries(route.input).flatMap(
    ([name, field]): { name: string; input: Record<string, unknown> }[] => {
      if (field.of) {
        const [validRow] = (validInput[name] as Record<string, unknown>[] | undefined) ?? [];
        const row =
          validRow ??
          Object.fromEntries(
            Object.entries(field.of).map(([key, lineField]) => [
              key,
              makeFieldValue(key, lineField, (to) => sampleIds[to as EntityName]),
            ]),
          );
        return Object.entries(field.of)
          .filter(([, lineField]) => lineField.to !== undefined)
          .map(([lineFieldName, lineField]) => ({
            name: `${name}[0].${lineFieldName}`,
            input: { [name]: [{ ...row, [lineFieldName]: otherFactoryIds[lineField.to as EntityName] }] },
          }));
      }
      const targetEntity = findTargetEntity(route, name, field);
      return targetEntity === null
        ? []
        : [
            {
              name,
              input: {
                [name]:
                  field.kind === 'refs' ? [otherFactoryIds[targetEntity]] : otherFactoryIds[targetEntity],
              },
            },
          ];
    },
  );
}
