import { Button } from '@blueprintjs/core';
import { DocumentIcon } from '@blueprintjs/icons';
import type { Entity } from '#shared/entities/index.ts';
import { download } from '#client/kit/wire/call.ts';
import { FILE_PATHS } from '#client/kit/wire/files.ts';
import { useT } from '#client/kit/words/t.ts';

/** Lists the documents of a project. A document with a file is a button that downloads the file. */
export function ProjectDocuments({ documents }: { documents: Entity<'project'>['documents'] }) {
  const t = useT();
  if (documents.length === 0) return null;
  const downloadFile = (id: number, name: string) =>
    // The user has already seen the error.
    download(FILE_PATHS.get, { id: String(id) }, name).catch((error: unknown) =>
      console.warn('download', error),
    );
  return (
    <section className="project-section">
      <h2>{t('projectDocuments')}</h2>
      <ul className="project-documents">
        {documents.map(({ name, file }, index) => (
          <li key={index}>
            {file === null ? (
              <span>
                {name} <small>{t('noFileYet')}</small>
              </span>
            ) : (
              <Button
                variant="minimal"
                icon={<DocumentIcon />}
                text={name}
                aria-label={t('downloadNamed', { name })}
                onClick={() => void downloadFile(file, name)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
