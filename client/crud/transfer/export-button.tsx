import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { ExportIcon } from '@blueprintjs/icons';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { LongRequestProgressBar } from '#client/kit/messages/long-work.tsx';
import { toMidSentence } from '#client/kit/words/mid-sentence.ts';
import { useT } from '#client/kit/words/t.ts';
import { useExport } from './use-export.ts';
import './transfer.css';

interface Props {
  path: string;
  /**
   * The parameters of the export: filters, search and order of a list, or the parameters of a
   * report.
   */
  fields: Readonly<Record<string, string>>;
  /** The title of the page. */
  title: string;
  /**
   * Whether the label for screen readers contains the title. This is needed if the page has several lists.
   */
  hasTitleInLabel?: boolean;
  /** Whether the button shows only its icon. */
  isCompact?: boolean;
}

/** The button that exports a list or a report as a workbook, with a dialog that shows the progress. */
export function ExportButton({ path, fields, title, hasTitleInLabel = false, isCompact = false }: Props) {
  const t = useT();
  const { work: exportProgress, start, cancel } = useExport(path, fields);
  return (
    <>
      <Button
        variant="minimal"
        icon={<ExportIcon />}
        text={isCompact ? undefined : t('exportList')}
        title={isCompact ? t('exportList') : undefined}
        aria-label={
          hasTitleInLabel || isCompact ? t('exportTitle', { name: toMidSentence(title) }) : undefined
        }
        disabled={exportProgress !== null}
        onClick={() => void start()}
      />
      <Dialog
        isOpen={exportProgress !== null}
        onClose={cancel}
        title={t('exportTitle', { name: toMidSentence(title) })}
        isCloseButtonShown={false}
        canOutsideClickClose={false}
        className="transfer-dialog"
      >
        <DialogBody>{exportProgress && <LongRequestProgressBar progress={exportProgress} />}</DialogBody>
        <DialogFooter actions={<Button size="large" text={t('cancel')} onClick={cancel} />} />
      </Dialog>
    </>
  );
}
