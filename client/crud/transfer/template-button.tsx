import { Button } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { download } from '#client/kit/wire/call.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { getCurrentLang, useT } from '#client/kit/words/t.ts';

/** A button that downloads an empty workbook, which the user fills in and imports. */
export function TemplateButton({ entity, title }: { entity: EntityDeclaration; title: string }) {
  const t = useT();
  const { busy, runRequest: sending } = useRequestSender();
  const fetchTemplate = () =>
    sending(() => download(`${entity.path}/import/template?lang=${getCurrentLang()}`, {}, `${title}.xlsx`));
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
