import { lockCustomColumns } from '../../crud/custom-columns.ts';
import { customValues, type CustomValues } from '../../crud/custom-values.ts';
import { objectIn } from '../../crud/object-in.ts';
import type { Work } from '../../db/work.ts';

/**
 * What a report holds in the columns that the factory has added; null where nothing is said of them.
 * @throws fieldsInvalid by 'custom.<id>'
 */
export async function customOf(work: Work, given: string | null | undefined): Promise<CustomValues | null> {
  if (!given) return null;
  return customValues(await lockCustomColumns(work, 'report'), {}, objectIn('custom', given));
}
