import { useState } from 'react';
import { Button } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { download } from '#client/kit/api.ts';
import { CallError } from '#client/kit/call-error.ts';
import { currentLang, useT } from '#client/kit/t.ts';

/** Hands out the empty workbook that can be filled in. */
export function TemplateButton({ entity, title }: { entity: EntityDeclaration; title: string }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const fetchTemplate = async () => {
    setBusy(true);
    try {
      await download(`${entity.path}/import/template?lang=${currentLang()}`, {}, `${title}.xlsx`);
    } catch (error) {
      // Said over the page already.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      icon={<DownloadIcon />}
      text={t('importTemplate')}
      loading={busy}
      className="import-template"
      onClick={() => void fetchTemplate()}
    />
  );
}
