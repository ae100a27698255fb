import { Dialog, DialogBody } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { callRaw } from '#client/kit/api.ts';
import { FILE_PATHS } from '#client/kit/files.ts';
import { useT } from '#client/kit/t.ts';

interface Props {
  id: number;
  onClose: () => void;
}

/** The picture of a call, as large as the screen allows. */
export function PictureDialog({ id, onClose }: Props) {
  const t = useT();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    callRaw(FILE_PATHS.get, new URLSearchParams({ id: String(id) }))
      .then(async (response) => {
        const blob = await response.blob();
        if (left) return;
        made = URL.createObjectURL(blob);
        setUrl(made);
      })
      .catch((error: unknown) => console.warn('picture', error));
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  return (
    <Dialog isOpen title={t('picture')} className="call-picture" onClose={onClose}>
      <DialogBody>{url ? <img src={url} alt={t('picture')} /> : <span className="skeleton" />}</DialogBody>
    </Dialog>
  );
}
