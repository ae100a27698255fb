import { useState } from 'react';
import { UploadIcon } from '@blueprintjs/icons';
import { MAX_WORKBOOK } from '#shared/answers/transfer.ts';
import { useT } from '#client/kit/words/t.ts';
import { showError } from '#client/kit/messages/toasts.ts';

/** Accepts a workbook by drag and drop or from the file dialog. */
export function DropFile({ onFile }: { onFile: (file: File) => void }) {
  const t = useT();
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => {
    if (!file) return;
    // Rejects an oversized file at once, because the server would reject it only after the upload.
    if (file.size > MAX_WORKBOOK.bytes) showError(t('error.tooLarge', { max: MAX_WORKBOOK.words }));
    else onFile(file);
  };
  return (
    // The input inside is the alternative to dropping a file.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      className={`drop-file${over ? ' is-over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files[0]);
      }}
    >
      <input
        type="file"
        accept=".xlsx,.xls"
        className="visually-hidden"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          take(file);
        }}
      />
      <UploadIcon size={20} />
      <span className="drop-file-title">{t('importDrop')}</span>
      <span className="drop-file-limits">{t('importDropText')}</span>
    </label>
  );
}
