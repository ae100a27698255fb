import { stat } from 'node:fs/promises';
import { fail } from '#shared/kernel/errors.ts';
import { number } from '#shared/kernel/fields.ts';
import { validate } from '#shared/kernel/validate.ts';
import type { RawAnswer, RawCall } from '../../http/raw-route.ts';
import { log } from '../../log.ts';
import { placeOf } from './store-file.ts';

const input = { id: number({ required: true, min: 1, max: Number.MAX_SAFE_INTEGER, decimals: 0 }) };

/**
 * A stored file of the caller's own factory.
 * @throws rowNotFound, fileLost
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
  const file = placeOf(house.filesDir, user.factoryId, row.id);
  // A restored database without its files, or a disk that broke: a part of the content would be worse than none.
  const found = await stat(file).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  });
  if (found?.size !== bytes) {
    log.warn({ file, bytes, found: found?.size ?? null }, 'The content of a stored file is lost');
    throw fail('fileLost', { name });
  }
  return { file, name, mediaType, bytes };
}
