import { Button, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Dialog } from '#client/kit/elements/dialog.tsx';
import { useT } from '#client/kit/words/t.ts';
import type { Widget } from '../../kit/widget.ts';
import type { Finding } from '../state/check-board.ts';
import { useTileTitle } from '../use-widget-facts.ts';
import { describeFinding } from './describe-finding.ts';
import './saving.css';

interface Props {
  findings: readonly Finding[];
  widgets: readonly Widget[];
  /** Selects the tiles that a finding is about. */
  onShow: (finding: Finding) => void;
  /** Saves the board in spite of warnings; absent if the board is only checked. */
  onSave?: (() => void) | undefined;
  onClose: () => void;
}

/** Lists what is wrong with a board. Errors prevent saving it, warnings do not. */
export function CheckDialog({ findings, widgets, onShow, onSave, onClose }: Props) {
  const t = useT();
  const titleOf = useTileTitle(widgets);
  const hasErrors = findings.some(({ isError }) => isError);
  return (
    <Dialog isOpen onClose={onClose} title={t('checkBoard')} className="check-dialog">
      <DialogBody>
        {findings.length === 0 && <p>{t('checkFoundNothing')}</p>}
        {hasErrors && onSave && <p>{t('checkHasErrors')}</p>}
        <ul className="check-findings">
          {findings.map((finding) => {
            const text = describeFinding(finding, titleOf, t);
            return (
              <li key={text} className={finding.isError ? 'is-error' : 'is-warning'}>
                <span className="check-kind">
                  <span aria-hidden="true">{finding.isError ? '■' : '◆'}</span>{' '}
                  {t(finding.isError ? 'checkError' : 'checkWarning')}
                </span>
                <span className="check-words">{text}</span>
                {finding.tiles.length > 0 && (
                  <Button variant="minimal" text={t('showTile')} onClick={() => onShow(finding)} />
                )}
              </li>
            );
          })}
        </ul>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t(onSave ? 'backToDesign' : 'dismiss')} autoFocus onClick={onClose} />
            {onSave && (
              <Button intent="primary" text={t('saveAnyway')} disabled={hasErrors} onClick={onSave} />
            )}
          </>
        }
      />
    </Dialog>
  );
}
