import type { Lang } from '#shared/kernel/lang.ts';
import type { GuideArea } from '#shared/answers/guide.ts';
import type { Db } from '../../db/database.ts';

/** The fields of a guide that readers see. */
interface GuideContent {
  title: string;
  body: string;
  attachment: number | null;
  language: Lang;
}

/**
 * Reads the factory's guide to an area, preferably in the reader's language.
 * @returns the guide; null if the area has no guide in any language
 */
export async function readGuide(
  db: Db,
  factoryId: number,
  area: GuideArea,
  lang: Lang,
): Promise<GuideContent | null> {
  const guides = await db
    .selectFrom('guideBook')
    .select(['title', 'body', 'attachment', 'language'])
    .where('factoryId', '=', factoryId)
    .where('area', '=', area)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return guides.find((guide) => guide.language === lang) ?? guides[0] ?? null;
}
