import { text } from '#shared/kernel/fields.ts';
import type { TermsByKey } from '#shared/kernel/lang.ts';
import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { useT } from '#client/kit/words/t.ts';
import { TileMessage } from '../kit/tile/tile-card.tsx';
import { defineWidget, type WidgetProps } from '../kit/widget.ts';
import './qr-code.css';

const words = {
  qrCode: ['二维码', 'QR code', 'QR 碼', 'QR コード'],
  qrText: ['链接或文字', 'Link or text', '連結或文字', 'リンクまたはテキスト'],
  qrCaption: ['说明', 'Caption', '說明', '説明'],
  qrIsEmpty: ['还没有链接', 'No link yet', '還沒有連結', 'リンクがありません'],
} as const satisfies TermsByKey;

function QrCodeContent({
  settings: { qrText, qrCaption },
}: WidgetProps<{ qrText: string | null; qrCaption: string | null }>) {
  const t = useT(words);
  if (qrText === null) return <TileMessage>{t('qrIsEmpty')}</TileMessage>;
  return (
    <div className="qr-tile">
      <QrCode text={qrText} label={qrCaption ?? qrText} />
      {qrCaption !== null && <p className="cut">{qrCaption}</p>}
    </div>
  );
}

/** Shows a link or a text as a QR code, which a phone can read from the wall. */
export const qrCode = defineWidget({
  type: 'qrCode',
  version: 1,
  title: 'qrCode',
  area: 'text',
  heading: () => '',
  words,
  size: { w: 4, h: 8, minW: 2, minH: 4 },
  settings: { qrText: text({ max: 500 }), qrCaption: text({ max: 80 }) },
  Component: QrCodeContent,
});
