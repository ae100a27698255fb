import { choice, text } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { useT } from '#client/kit/words/t.ts';
import { FittedText, type TextSize } from '../kit/drawing/text/fitted-text.tsx';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './note.css';

const words = {
  textNote: ['文字', 'Text', '文字', 'テキスト'],
  noteTitle: ['标题', 'Title', '標題', '見出し'],
  noteText: ['内容', 'Text', '內容', '内容'],
  noteSize: ['字号', 'Text size', '字級', '文字の大きさ'],
  noteAlign: ['对齐', 'Alignment', '對齊', '文字の配置'],
  noteIsEmpty: ['还没有文字', 'No text yet', '還沒有文字', 'テキストがありません'],
} as const satisfies TermsByKey;

const SIZES = {
  textSmall: 's',
  textNormal: 'm',
  textLarge: '2xl',
  textHuge: '4xl',
} as const satisfies Record<string, TextSize>;
interface Settings {
  noteTitle: string | null;
  noteText: string | null;
  noteSize: keyof typeof SIZES;
  noteAlign: 'alignStart' | 'alignCenter' | 'alignEnd';
}

function NoteContent({ settings: { noteText, noteSize, noteAlign } }: WidgetProps<Settings>) {
  const t = useT(words);
  if (noteText === null) return <TileMessage>{t('noteIsEmpty')}</TileMessage>;
  return (
    <FittedText largestSize={SIZES[noteSize]} className={`note note-${noteAlign}`}>
      {noteText}
    </FittedText>
  );
}

/** Shows a text with its line breaks. A text that is too long for its size is made smaller. */
export const note = defineWidget({
  type: 'note',
  version: 1,
  title: 'textNote',
  area: 'text',
  heading: ({ noteTitle }) => noteTitle ?? '',
  words,
  size: { w: 8, h: 6, minW: 2, minH: 2 },
  settings: {
    noteTitle: text({ max: 60 }),
    noteText: text({ max: 1000 }),
    noteSize: choice(['textSmall', 'textNormal', 'textLarge', 'textHuge'], { initial: 'textNormal' }),
    noteAlign: choice(['alignStart', 'alignCenter', 'alignEnd'], { initial: 'alignStart' }),
  },
  Component: NoteContent,
});
