import { useRef, useState } from 'react';
import { Button } from '@blueprintjs/core';
import { DocumentIcon, DownloadIcon, TrashIcon, UploadIcon } from '@blueprintjs/icons';
import { download, upload } from '../wire/call.ts';
import { FILE_PATHS, MAX_FILE_BYTES, type StoredFile } from '../wire/files.ts';
import { formatBytes } from '../words/formats.ts';
import { useT } from '../words/t.ts';
import { showError } from '../messages/toasts.ts';
import type { InputProps } from './input-props.ts';

/** An input that uploads a file of at most 5 MB. The value is the id of the file. */
export function FileInput({ id, value, onChange, invalid, describedBy, disabled, ariaLabel }: InputProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [uploadedFile, setUploadedFile] = useState<StoredFile | null>(null);
  const fileId = typeof value === 'number' ? value : null;
  const file = uploadedFile?.id === fileId ? uploadedFile : null;

  const uploadFile = async (pickedFile: File) => {
    if (pickedFile.size > MAX_FILE_BYTES) {
      showError(t('error.tooLarge', { max: formatBytes(MAX_FILE_BYTES) }));
      return;
    }
    setBusy(true);
    try {
      const storedFile = await upload<StoredFile>(FILE_PATHS.upload, pickedFile);
      setUploadedFile(storedFile);
      onChange(storedFile.id);
    } catch (error) {
      // The error was already shown; the field keeps its value.
      console.warn('upload', error);
    } finally {
      setBusy(false);
    }
  };
  const downloadFile = async (wantedId: number) => {
    try {
      await download(FILE_PATHS.get, { id: String(wantedId) }, file?.name ?? `file-${wantedId}`);
    } catch (error) {
      console.warn('download', error);
    }
  };
  return (
    <div className="file-input">
      <input
        ref={input}
        id={id}
        type="file"
        className="file-input-native"
        aria-label={ariaLabel}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        disabled={disabled || busy}
        onChange={(event) => {
          const pickedFile = event.target.files?.[0];
          event.target.value = '';
          if (pickedFile) void uploadFile(pickedFile);
        }}
      />
      {fileId !== null && (
        <Button
          variant="minimal"
          icon={<DocumentIcon />}
          endIcon={<DownloadIcon />}
          text={file ? `${file.name} (${formatBytes(file.bytes)})` : t('attached')}
          onClick={() => void downloadFile(fileId)}
        />
      )}
      <Button
        icon={<UploadIcon />}
        loading={busy}
        disabled={disabled ?? false}
        text={t('chooseFile')}
        onClick={() => input.current?.click()}
      />
      {fileId !== null && !disabled && (
        <Button
          variant="minimal"
          icon={<TrashIcon />}
          aria-label={t('clear')}
          onClick={() => onChange(null)}
        />
      )}
    </div>
  );
}
