import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { DownloadIcon, EyeOpenIcon, TrashIcon, UploadIcon } from '@blueprintjs/icons';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { getActionPermission, hasPermission } from '#shared/kernel/permissions.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { showError, showSuccess } from '#client/kit/messages/toasts.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { download, send, upload } from '#client/kit/wire/call.ts';
import { FILE_PATHS, MAX_FILE_BYTES, type StoredFile } from '#client/kit/wire/files.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useFileUrl } from '#client/kit/wire/use-file-url.ts';
import { formatBytes, formatMoment } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';

type OrderDocument = Entity<'orderDocument'>;

interface Props {
  order: Entity<'workOrder'>;
  documents: readonly OrderDocument[];
  onClose: () => void;
}

const DOCUMENT_ENTITY = entities.orderDocument as EntityDeclaration;
const PICTURE_NAME_PATTERN = /\.(png|jpe?g|webp|gif)$/i;

function PicturePreview({ attachment }: { attachment: OrderDocument }) {
  const t = useT();
  const url = useFileUrl(attachment.file);
  return (
    <figure className="attachment-preview" aria-busy={url === null}>
      {url && <img src={url} alt={attachment.name} />}
      <figcaption>{url ? attachment.name : t('loading')}</figcaption>
    </figure>
  );
}

/** Lists the files attached to an order, shows pictures, and lets the user attach and delete files. */
export function AttachmentsDialog({ order, documents, onClose }: Props) {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const client = useQueryClient();
  const remove = useDeleteRows(DOCUMENT_ENTITY);
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [shownId, setShownId] = useState<number | null>(null);
  const shownDocument = documents.find(({ id }) => id === shownId);
  const mayAdd = hasPermission(user, getActionPermission(DOCUMENT_ENTITY.permission, 'ADD'));
  const mayDelete = hasPermission(user, getActionPermission(DOCUMENT_ENTITY.permission, 'DELETE'));
  const attachFile = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) {
      showError(t('error.tooLarge', { max: formatBytes(MAX_FILE_BYTES) }));
      return;
    }
    setBusy(true);
    try {
      const storedFile = await upload<StoredFile>(FILE_PATHS.upload, file);
      await send(`${DOCUMENT_ENTITY.path}/save`, {
        orderId: order.id,
        name: storedFile.name,
        file: storedFile.id,
      });
      showSuccess(t('attachedNow', { name: storedFile.name }));
    } catch (error) {
      // The user has already seen the error.
      console.warn('attach', error);
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: queryKeys.entity('orderDocument') });
    }
  };
  const downloadFile = ({ file, name }: OrderDocument) =>
    // The user has already seen the error.
    download(FILE_PATHS.get, { id: String(file) }, name).catch((error: unknown) =>
      console.warn('download', error),
    );
  return (
    <Dialog
      isOpen
      title={t('attachmentsOf', { name: order.code })}
      className="attachments-dialog"
      onClose={onClose}
    >
      <DialogBody>
        {documents.length === 0 ? (
          <p className="nothing">{t('noAttachments')}</p>
        ) : (
          <table className="plain-table">
            <TableHead
              heads={[t('name'), t('attachedBy'), t('attachedAt'), { words: t('actions'), hidden: true }]}
            />
            <tbody>
              {documents.map((attachment) => (
                <tr key={attachment.id}>
                  <th scope="row">{attachment.name}</th>
                  <td>{attachment.updatedBy}</td>
                  <td className="moment">{formatMoment(attachment.createdAt, zone)}</td>
                  <td className="attachment-actions">
                    {attachment.file !== null && PICTURE_NAME_PATTERN.test(attachment.name) && (
                      <Button
                        variant="minimal"
                        icon={<EyeOpenIcon />}
                        aria-label={t('previewPicture', { name: attachment.name })}
                        aria-pressed={attachment.id === shownId}
                        onClick={() => setShownId(attachment.id === shownId ? null : attachment.id)}
                      />
                    )}
                    {attachment.file !== null && (
                      <Button
                        variant="minimal"
                        icon={<DownloadIcon />}
                        aria-label={t('downloadNamed', { name: attachment.name })}
                        onClick={() => void downloadFile(attachment)}
                      />
                    )}
                    {mayDelete && (
                      <Button
                        variant="minimal"
                        icon={<TrashIcon />}
                        aria-label={t('actOf', { what: t('delete'), name: attachment.name })}
                        onClick={() => void remove([attachment.id], attachment.name)}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {shownDocument && <PicturePreview key={shownDocument.id} attachment={shownDocument} />}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('addAttachment')}
          onChange={(event) => {
            const pickedFile = event.target.files?.[0];
            event.target.value = '';
            if (pickedFile) void attachFile(pickedFile);
          }}
        />
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button size="large" text={t('dismiss')} onClick={onClose} />
            {mayAdd && (
              <Button
                size="large"
                intent="primary"
                icon={<UploadIcon />}
                text={t('addAttachment')}
                loading={busy}
                onClick={() => input.current?.click()}
              />
            )}
          </>
        }
      />
    </Dialog>
  );
}
