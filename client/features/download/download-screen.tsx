import { Button } from '@blueprintjs/core';
import { AddIcon, DownloadIcon, EditIcon, TrashIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission } from '#shared/kernel/permissions.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { useListRows } from '#client/crud/list/use-list-rows.ts';
import { download as fetchFile } from '#client/kit/wire/call.ts';
import { FILE_PATHS } from '#client/kit/wire/files.ts';
import { formatBytes, formatMoment } from '#client/kit/words/formats.ts';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';
import { useTimeZone } from '#client/kit/words/use-time-zone.ts';
import { TabletAndWallAddresses } from './device-addresses.tsx';
import { DownloadDialog } from './download-dialog.tsx';
import { ScannerTestSheet } from './scanner-sheet.tsx';
import '#client/crud/page-head.css';
import './download.css';

type Download = Entity<'download'>;
const DOWNLOAD_ENTITY: EntityDeclaration = entities.download;

/**
 * Shows the downloads of the factory, the addresses of the pages for tablets and wall screens, and
 * barcodes for testing scanners.
 */
export function DownloadScreen() {
  const t = useT();
  const zone = useTimeZone();
  const user = useUser();
  const remove = useDeleteRows(DOWNLOAD_ENTITY);
  const [downloadToEdit, setDownloadToEdit] = useState<Download | 'new' | null>(null);
  const { data } = useListRows(DOWNLOAD_ENTITY, { filter: {}, sort: 'name', offset: 0, limit: 500 }, false);
  const rows = data?.rows as unknown as Download[] | undefined;
  const mayChange = hasPermission(user, 'SYSTEM_DOWNLOAD');
  return (
    <div className="download-screen">
      <header className="page-head">
        <h1>{t('downloads')}</h1>
        {mayChange && (
          <Button
            intent="primary"
            icon={<AddIcon />}
            aria-keyshortcuts="n"
            text={t('addNamed', { name: toMidSentence(t('download')) })}
            onClick={() => setDownloadToEdit('new')}
          />
        )}
      </header>
      <section className="card download-card">
        <p className="download-about">{t('downloadsAbout')}</p>
        {rows?.length === 0 && (
          <p className="nothing">{t('noneYet', { name: toMidSentence(t('download')) })}</p>
        )}
        <ul className="download-list">
          {rows?.map((row) => (
            <li key={row.id}>
              <div className="download-what">
                <strong>{row.name}</strong> {row.versionName && <span>{row.versionName}</span>}
                {row.note && <p>{row.note}</p>}
                <div className="download-facts">
                  {row.fileName && (
                    <>
                      {row.fileName} · {formatBytes(row.bytes)} · {formatMoment(row.updatedAt, zone)}
                      <br />
                      {t('checksum')} <code>{row.sha256}</code>
                    </>
                  )}
                </div>
              </div>
              {row.fileId !== null && (
                <Button
                  icon={<DownloadIcon />}
                  text={t('download')}
                  aria-label={`${t('download')}: ${row.name}`}
                  onClick={() =>
                    void fetchFile(
                      FILE_PATHS.get,
                      { id: String(row.fileId) },
                      row.fileName ?? row.name,
                    ).catch(() => undefined)
                  }
                />
              )}
              {mayChange && (
                <>
                  <Button
                    variant="minimal"
                    icon={<EditIcon />}
                    aria-label={`${t('mayModify')}: ${row.name}`}
                    onClick={() => setDownloadToEdit(row)}
                  />
                  <Button
                    variant="minimal"
                    intent="danger"
                    icon={<TrashIcon />}
                    aria-label={`${t('delete')}: ${row.name}`}
                    onClick={() => void remove([row.id], row.name)}
                  />
                </>
              )}
            </li>
          ))}
        </ul>
      </section>
      <TabletAndWallAddresses />
      <ScannerTestSheet />
      {downloadToEdit && (
        <DownloadDialog
          row={downloadToEdit === 'new' ? null : downloadToEdit}
          onClose={() => setDownloadToEdit(null)}
        />
      )}
    </div>
  );
}
