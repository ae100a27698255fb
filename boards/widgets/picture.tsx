import { useEffect, useState } from 'react';
import { choice, file, text } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { useT } from '#client/kit/words/t.ts';
import { usePicture } from '../kit/pictures/use-picture.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './picture.css';

const words = {
  pictureTile: ['图片', 'Picture', '圖片', '画像'],
  pictureFit: ['显示方式', 'Fit', '顯示方式', '表示方法'],
  pictureAlt: ['图片说明', 'Description', '圖片說明', '画像の説明'],
  noPictureYet: ['还没有图片', 'No picture yet', '還沒有圖片', '画像がありません'],
} as const satisfies TermsByKey;

interface Settings {
  pictureFile: number | null;
  pictureFit: 'fitContain' | 'fitCover';
  pictureAlt: string | null;
}

function PictureContent({ settings: { pictureFile, pictureFit, pictureAlt } }: WidgetProps<Settings>) {
  const t = useT(words);
  const { url, isMissing } = usePicture(pictureFile);
  const [unreadableUrl, setUnreadableUrl] = useState<string | null>(null);
  useEffect(() => setUnreadableUrl(null), [pictureFile]);
  if (pictureFile === null) return <TileMessage>{t('noPictureYet')}</TileMessage>;
  if (isMissing) return <TileMessage isProblem>{t('pictureMissing')}</TileMessage>;
  if (url === null) return <TileMessage>{t('waitingForData')}</TileMessage>;
  if (url === unreadableUrl) return <TileMessage isProblem>{t('pictureUnreadable')}</TileMessage>;
  return (
    <img
      className={pictureFit === 'fitCover' ? 'tile-picture is-cover' : 'tile-picture'}
      src={url}
      alt={pictureAlt ?? ''}
      onError={() => setUnreadableUrl(url)}
    />
  );
}

/** Shows an uploaded picture, such as a photo, a drawing or a logo. */
export const picture = defineWidget({
  type: 'picture',
  version: 1,
  title: 'pictureTile',
  area: 'text',
  heading: () => '',
  words,
  size: { w: 6, h: 8, minW: 2, minH: 2 },
  settings: {
    pictureFile: file({ label: 'pictureFile' }),
    pictureFit: choice(['fitContain', 'fitCover'], { initial: 'fitContain' }),
    pictureAlt: text({ max: 200 }),
  },
  Component: PictureContent,
});
