import { Button } from '@blueprintjs/core';
import { CameraIcon, CrossIcon } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { upload } from '#client/kit/wire/call.ts';
import { FILE_PATHS, MAX_FILE_BYTES, type StoredFile } from '#client/kit/wire/files.ts';
import { formatBytes } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { showError } from '#client/kit/messages/toasts.ts';
import { shrinkPicture } from './shrink-picture.ts';

interface Props {
  /** Called with the id of an uploaded picture; with null when the user removes the picture. */
  onChange: (id: number | null) => void;
  /** The token of the person identified at this terminal. */
  workerToken?: string | null;
  /** Called when an upload begins or ends, so that the form can wait for the upload. */
  onBusy: (busy: boolean) => void;
}

/** An input for a picture from the camera or a file. It uploads and shows the picture. */
export function PictureInput({ onChange, onBusy, workerToken = null }: Props) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [previewUrl, setPreviewUrl] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => (previewUrl === null ? undefined : URL.revokeObjectURL(previewUrl)), [previewUrl]);

  const removePicture = () => {
    setPreviewUrl(null);
    onChange(null);
  };
  const uploadPicture = async (pickedFile: File) => {
    setBusy(true);
    onBusy(true);
    try {
      const picture = await shrinkPicture(pickedFile);
      if (picture.size > MAX_FILE_BYTES) {
        showError(t('error.tooLarge', { max: formatBytes(MAX_FILE_BYTES) }));
        return;
      }
      const storedPicture = await upload<StoredFile>(FILE_PATHS.upload, picture, {}, { workerToken });
      if (!storedPicture.mediaType.startsWith('image/')) {
        showError(t('error.fileType'));
        return;
      }
      setPreviewUrl(URL.createObjectURL(picture));
      onChange(storedPicture.id);
    } catch (error) {
      // The error was already shown. The call can still be sent without a picture.
      console.warn('upload', error);
    } finally {
      setBusy(false);
      onBusy(false);
    }
  };
  return (
    <div className="picture-input">
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('picture')}
        disabled={busy}
        onChange={(event) => {
          const pickedFile = event.target.files?.[0];
          event.target.value = '';
          if (pickedFile) void uploadPicture(pickedFile);
        }}
      />
      {previewUrl && <img src={previewUrl} alt={t('picture')} />}
      <Button
        size="large"
        icon={<CameraIcon />}
        loading={busy}
        text={t('takePicture')}
        onClick={() => input.current?.click()}
      />
      {previewUrl && (
        <Button size="large" icon={<CrossIcon />} aria-label={t('removePicture')} onClick={removePicture} />
      )}
    </div>
  );
}
