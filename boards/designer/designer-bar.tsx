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
  /** The address of the board as a screen shows it. */
  shownAt: string;
  findings: readonly Finding[];
  /** Whether somebody else has saved a newer version. */
  isBehind: boolean;
  isBusy: boolean;
  onCheck: () => void;
  onSave: () => void;
}

/** Shows the name of the board, the commands for the selected tiles, the result of the check, and the save button. */
export function DesignerBar({ editor, name, shownAt, findings, isBehind, isBusy, onCheck, onSave }: Props) {
  const t = useT();
  const { selected, isDirty, canUndo, canRedo } = editor;
  const errors = findings.filter(({ isError }) => isError).length;
  const warnings = findings.length - errors;
  return (
    <header className="designer-bar">
      <Link
        className={`${Classes.BUTTON} ${Classes.MINIMAL}`}
        to="/boards"
        aria-label={t('backToBoards')}
        title={t('backToBoards')}
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
        {ALIGNMENTS.map((one) => (
          <Button
            key={one}
            icon={ALIGNMENT_ICONS[one]}
            aria-label={t(`align.${one}`)}
            title={t(`align.${one}`)}
            disabled={selected.size === 0}
            onClick={() => editor.change((design) => alignTiles(design, selected, one))}
          />
        ))}
        {DISTRIBUTIONS.map((one) => (
          <Button
            key={one}
            icon={DISTRIBUTION_ICONS[one]}
            aria-label={t(`distribute.${one}`)}
            title={t(`distribute.${one}`)}
            disabled={selected.size < MIN_DISTRIBUTED_TILES}
            onClick={() => editor.change((design) => distributeTiles(design, selected, one))}
          />
        ))}
      </ButtonGroup>
      <span className="designer-space" />
      <LiveIndicator />
      <Button variant="minimal" className="designer-check" onClick={onCheck}>
        {errors > 0 && (
          <span className="is-error">
            <span aria-hidden="true">■</span> {t('checkErrors', { count: errors })}{' '}
          </span>
        )}
        {warnings > 0 && (
          <span className="is-warning">
            <span aria-hidden="true">◆</span> {t('checkWarnings', { count: warnings })}
          </span>
        )}
        {findings.length === 0 && (
          <span>
            <span aria-hidden="true">✓</span> {t('checkFoundNothing')}
          </span>
        )}
      </Button>
      <Link className={Classes.BUTTON} to={shownAt} target="_blank" rel="noopener">
        {t('openBoard')}
      </Link>
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
