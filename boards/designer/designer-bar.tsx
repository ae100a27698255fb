import { Button, ButtonGroup, Classes } from '@blueprintjs/core';
import {
  AlignmentBottomIcon,
  AlignmentHorizontalCenterIcon,
  AlignmentLeftIcon,
  AlignmentRightIcon,
  AlignmentTopIcon,
  AlignmentVerticalCenterIcon,
  ArrowLeftIcon,
  HorizontalDistributionIcon,
  RedoIcon,
  UndoIcon,
  VerticalDistributionIcon,
} from '@blueprintjs/icons';
import { Link } from 'react-router-dom';
import type { TermKey } from '#shared/terms/index.ts';
import { LiveIndicator } from '#client/kit/live/live-indicator.tsx';
import { useT } from '#client/kit/words/t.ts';
import {
  ALIGNMENTS,
  alignTiles,
  distributeTiles,
  DISTRIBUTIONS,
  MIN_DISTRIBUTED_TILES,
} from './state/arrange-tiles.ts';
import type { Finding } from './state/check-board.ts';
import type { DesignEditor } from './state/use-design.ts';

const ALIGNMENT_ICONS = {
  left: <AlignmentLeftIcon />,
  centre: <AlignmentVerticalCenterIcon />,
  right: <AlignmentRightIcon />,
  top: <AlignmentTopIcon />,
  middle: <AlignmentHorizontalCenterIcon />,
  bottom: <AlignmentBottomIcon />,
};
const DISTRIBUTION_ICONS = { across: <HorizontalDistributionIcon />, down: <VerticalDistributionIcon /> };

interface Props {
  editor: DesignEditor;
  name: string;
  /** The path of the page to which the user goes back, and the text of the link. */
  backPath: string;
  backTerm: TermKey;
  /** The path of the page that shows the board; null if that page is `backPath`. */
  boardPath: string | null;
  findings: readonly Finding[];
  /** Whether somebody else has saved a newer version. */
  isBehind: boolean;
  isBusy: boolean;
  onCheck: () => void;
  onSave: () => void;
}

/** Shows the name of the board, the commands for the selected tiles, the result of the check, and the save button. */
export function DesignerBar({
  editor,
  name,
  backPath,
  backTerm,
  boardPath,
  findings,
  isBehind,
  isBusy,
  onCheck,
  onSave,
}: Props) {
  const t = useT();
  const { selectedIds, isDirty, canUndo, canRedo } = editor;
  const errorCount = findings.filter(({ isError }) => isError).length;
  const warningCount = findings.length - errorCount;
  return (
    <header className="designer-bar">
      <Link
        className={`${Classes.BUTTON} ${Classes.MINIMAL}`}
        to={backPath}
        aria-label={t(backTerm)}
        title={t(backTerm)}
      >
        <ArrowLeftIcon />
      </Link>
      <div className="designer-name">
        <h1>{name}</h1>
        <span role="status">{isBehind ? t('boardSavedElsewhere') : isDirty ? t('unsavedChanges') : ''}</span>
      </div>
      <ButtonGroup>
        <Button
          icon={<UndoIcon />}
          aria-label={t('undo')}
          title={`${t('undo')} (Ctrl+Z)`}
          disabled={!canUndo}
          onClick={editor.undo}
        />
        <Button
          icon={<RedoIcon />}
          aria-label={t('redo')}
          title={`${t('redo')} (Ctrl+Y)`}
          disabled={!canRedo}
          onClick={editor.redo}
        />
      </ButtonGroup>
      <ButtonGroup className="designer-align">
        {ALIGNMENTS.map((alignment) => (
          <Button
            key={alignment}
            icon={ALIGNMENT_ICONS[alignment]}
            aria-label={t(`align.${alignment}`)}
            title={t(`align.${alignment}`)}
            disabled={selectedIds.size === 0}
            onClick={() => editor.change((design) => alignTiles(design, selectedIds, alignment))}
          />
        ))}
        {DISTRIBUTIONS.map((distribution) => (
          <Button
            key={distribution}
            icon={DISTRIBUTION_ICONS[distribution]}
            aria-label={t(`distribute.${distribution}`)}
            title={t(`distribute.${distribution}`)}
            disabled={selectedIds.size < MIN_DISTRIBUTED_TILES}
            onClick={() => editor.change((design) => distributeTiles(design, selectedIds, distribution))}
          />
        ))}
      </ButtonGroup>
      <span className="designer-space" />
      <LiveIndicator />
      <Button variant="minimal" className="designer-check" onClick={onCheck}>
        {errorCount > 0 && (
          <span className="is-error">
            <span aria-hidden="true">■</span> {t('checkErrors', { count: errorCount })}{' '}
          </span>
        )}
        {warningCount > 0 && (
          <span className="is-warning">
            <span aria-hidden="true">◆</span> {t('checkWarnings', { count: warningCount })}
          </span>
        )}
        {findings.length === 0 && (
          <span>
            <span aria-hidden="true">✓</span> {t('checkFoundNothing')}
          </span>
        )}
      </Button>
      {boardPath !== null && (
        // `opener` lets the new tab take the session from this tab. The session may not be stored anywhere
        // else.
        <Link className={Classes.BUTTON} to={boardPath} target="_blank" rel="opener">
          {t('openBoard')}
        </Link>
      )}
      <Button
        intent="primary"
        text={t('save')}
        title={`${t('save')} (Ctrl+S)`}
        disabled={!isDirty}
        loading={isBusy}
        onClick={onSave}
      />
    </header>
  );
}
