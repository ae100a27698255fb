import { Dialog, DialogBody } from '@blueprintjs/core';
import { useT } from '#client/kit/words/t.ts';
import { useFileUrl } from '#client/kit/wire/use-file-url.ts';

interface Props {
  id: number;
  onClose: () => void;
}

/** The picture of a call, as large as the screen allows. */
export function PictureDialog({ id, onClose }: Props) {
  const t = useT();
  const url = useFileUrl(id);
  return (
    <Dialog isOpen title={t('picture')} className="call-picture" onClose={onClose}>
      <DialogBody>{url ? <img src={url} alt={t('picture')} /> : <span className="skeleton" />}</DialogBody>
    </Dialog>
  );
}
