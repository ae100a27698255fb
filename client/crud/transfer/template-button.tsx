import { Button } from '@blueprintjs/core';
import { DownloadIcon } from '@blueprintjs/icons';
import { download } from '#client/kit/wire/call.ts';
import { useRequestSender } from '#client/kit/forms/use-request-sender.ts';
import { getCurrentLang, useT } from '#client/kit/words/t.ts';

/**
 * A button that downloads an empty workbook, which the user fills in and imports.
 * @param path the path of the calls of the import, without their verbs
 */
export function TemplateButton({ path, title }: { path: string; title: string }) {
  const t = useT();
  const { busy, runRequest } = useRequestSender();
  const fetchTemplate = () =>
    runRequest(() => download(`${path}/template?lang=${getCurrentLang()}`, {}, `${title}.xlsx`));
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
