import { Suspense, useState } from 'react';
import { Button } from '@blueprintjs/core';
import { ImportIcon } from '@blueprintjs/icons';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { fetchOnFirstRender } from '#client/kit/lazy/fetch-on-first-render.tsx';
import { useT } from '#client/kit/words/t.ts';

const ImportDialog = fetchOnFirstRender('ImportDialog', () => import('./import-dialog.tsx'));

/** A button that opens the import dialog of a list. */
export function ImportButton({ entity, title }: { entity: EntityDeclaration; title: string }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="minimal"
        icon={<ImportIcon />}
        text={t('importList')}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ImportDialog entity={entity} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
