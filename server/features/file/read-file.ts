import { fail } from '#shared/kernel/errors.ts';
import { number } from '#shared/kernel/fields.ts';
import { validate } from '#shared/kernel/validate.ts';
import type { RawAnswer, RawCall } from '../../http/raw-route.ts';
import { placeOf } from './store-file.ts';

const input = { id: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0 }) };

/**
 * A stored file of the caller's own factory.
 * @throws rowNotFound
 */
export async function readFile({ db, house, user, body }: RawCall): Promise<RawAnswer> {
  const { values, problems } = validate(input, { id: new URLSearchParams(body.toString('utf8')).get('id') });
  if (problems) throw fail('fieldsInvalid', {}, problems);
  const row = await db
    .selectFrom('storedFile')
    .select(['id', 'name', 'mediaType', 'bytes'])
    .where('factoryId', '=', user.factoryId)
    .where('id', '=', values.id)
    .executeTakeFirst();
  if (!row) throw fail('rowNotFound');
  const { name, mediaType, bytes } = row;
  return { file: placeOf(house.filesDir, user.factoryId, row.id), name, mediaType, bytes };
}
