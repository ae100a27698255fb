import { useState } from 'react';
import { UploadIcon } from '@blueprintjs/icons';
import { MAX_WORKBOOK_SIZE } from '#shared/answers/transfer.ts';
import { useT } from '#client/kit/words/t.ts';
import { showError } from '#client/kit/messages/toasts.ts';

/** Lets the user drop a workbook or choose one in the file dialog. */
export function FileDropZone({ onFile }: { onFile: (file: File) => void }) {
  const t = useT();
  const [isDraggedOver, setDraggedOver] = useState(false);
  const acceptFile = (file: File | undefined) => {
    if (!file) return;
    // The page rejects an oversized file, because the server would reject it only after a long
    // upload.
    if (file.size > MAX_WORKBOOK_SIZE.bytes) showError(t('error.tooLarge', { max: MAX_WORKBOOK_SIZE.label }));
    else onFile(file);
  };
  return (
    // Users who cannot drop a file use the file input inside the label.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      className={`file-drop-zone${isDraggedOver ? ' is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggedOver(false);
        acceptFile(event.dataTransfer.files[0]);
      }}
    >
      <input
        type="file"
        accept=".xlsx,.xls"
        className="visually-hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          acceptFile(file);
        }}
      />
      <UploadIcon size={20} />
      <span className="file-drop-zone-title">{t('importDrop')}</span>
      <span className="file-drop-zone-limits">{t('importDropText')}</span>
    </label>
  );
}
