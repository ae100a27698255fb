import { Button, Checkbox, InputGroup } from '@blueprintjs/core';
import { AlignCenterIcon, AlignLeftIcon, AlignRightIcon } from '@blueprintjs/icons';
import { useState, type ComponentType } from 'react';
import {
  COLUMN_ALIGNMENTS,
  reorderColumns,
  type ColumnAlignment,
  type BaseColumn,
} from '#shared/rules/columns.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { DragHandle } from '#client/kit/elements/drag-handle.tsx';
import { clampColumnWidth } from '#client/kit/tables/column.ts';
import { useT } from '#client/kit/words/t.ts';
import { useReorder } from '#client/kit/elements/use-reorder.ts';
import './column-editor.css';

export interface TitledColumn extends BaseColumn {
  readonly title: string;
}

interface Props<C extends TitledColumn> {
  label: string;
  columns: readonly C[];
  onChange: (columns: readonly C[]) => void;
  /** Whether each column has an input for its width. */
  hasWidthInputs?: boolean;
  disabled?: boolean;
}

const ICON_AND_TERM_BY_ALIGN: Record<ColumnAlignment, { Icon: ComponentType; term: TermKey }> = {
  start: { Icon: AlignLeftIcon, term: 'alignStart' },
  center: { Icon: AlignCenterIcon, term: 'alignCenter' },
  end: { Icon: AlignRightIcon, term: 'alignEnd' },
};

/**
 * An input for the width of a column in pixels. The width is saved when the user leaves the input
 * or presses Enter. An empty input restores the default width.
 */
function WidthInput({
  label,
  width,
  disabled,
  onWidth,
}: {
  label: string;
  width: number | null;
  disabled: boolean;
  onWidth: (width: number | null) => void;
}) {
  const t = useT();
  const [typedText, setTypedText] = useState<string | null>(null);
  const saveWidth = () => {
    setTypedText(null);
    if (typedText === null) return;
    const typedWidth = Number(typedText);
    onWidth(typedText.trim() === '' || !Number.isFinite(typedWidth) ? null : clampColumnWidth(typedWidth));
  };
  return (
    <InputGroup
      className="column-width number-input"
      aria-label={label}
      inputMode="numeric"
      placeholder={t('widthAutomatic')}
      disabled={disabled}
      value={typedText ?? (width === null ? '' : String(width))}
      onChange={(event) => setTypedText(event.target.value.replace(/\D/g, ''))}
      onBlur={saveWidth}
      onKeyDown={(event) => event.key === 'Enter' && saveWidth()}
    />
  );
}

/**
 * Edits the visibility, order and alignment of columns by mouse, touch and keyboard. With
 * `hasWidthInputs`, it also edits their widths.
 */
export function ColumnEditor<C extends TitledColumn>({
  label,
  columns,
  onChange,
  hasWidthInputs = false,
  disabled = false,
}: Props<C>) {
  const t = useT();
  const reordering = useReorder<HTMLUListElement>(
    columns.map(({ name }) => name),
    (name, to) => onChange(reorderColumns(columns, name, to)),
  );
  const changeColumn = (name: string, change: Partial<BaseColumn>) =>
    onChange(columns.map((column) => (column.name === name ? { ...column, ...change } : column)));
  const isOnlyOneShown = columns.filter((column) => column.shown).length === 1;
  return (
    <ul ref={reordering.list} className="column-editor" aria-label={label}>
      {columns.map(({ name, title, shown, align, width }) => {
        const { Icon, term } = ICON_AND_TERM_BY_ALIGN[align];
        const nextAlign =
          COLUMN_ALIGNMENTS[(COLUMN_ALIGNMENTS.indexOf(align) + 1) % COLUMN_ALIGNMENTS.length]!;
        const alignWords = t('alignOf', { column: title, align: t(term) });
        return (
          <li
            key={name}
            {...reordering.getRowAttributes(name)}
            className={reordering.draggedName === name ? 'is-dragged' : undefined}
          >
            <DragHandle
              label={t('moveColumn', { column: title })}
              disabled={disabled}
              {...reordering.getHandleProps(name)}
            />
            <Checkbox
              checked={shown}
              label={title}
              disabled={disabled || (shown && isOnlyOneShown)}
              onChange={() => changeColumn(name, { shown: !shown })}
            />
            {hasWidthInputs && (
              <WidthInput
                label={t('columnWidthOf', { column: title })}
                width={width}
                disabled={disabled}
                onWidth={(newWidth) => changeColumn(name, { width: newWidth })}
              />
            )}
            <Button
              variant="minimal"
              icon={<Icon />}
              aria-label={alignWords}
              title={alignWords}
              disabled={disabled}
              onClick={() => changeColumn(name, { align: nextAlign })}
            />
          </li>
        );
      })}
    </ul>
  );
}
