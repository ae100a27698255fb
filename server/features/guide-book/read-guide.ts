import type { Lang } from '#shared/kernel/lang.ts';
import type { GuideArea } from '#shared/answers/guide.ts';
import type { Db } from '../../db/database.ts';

/** A guide as it is read. */
interface Guide {
  title: string;
  body: string;
  attachment: number | null;
  language: Lang;
}

/** What the factory has written for the pages of an area: in the reader's language, else in any other; null where nothing. */
export async function readGuide(
  db: Db,
  factoryId: number,
  area: GuideArea,
  lang: Lang,
): Promise<Guide | null> {
  const written = await db
    .selectFrom('guideBook')
    .select(['title', 'body', 'attachment', 'language'])
    .where('factoryId', '=', factoryId)
    .where('area', '=', area)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return written.find((one) => one.language === lang) ?? written[0] ?? null;
}
