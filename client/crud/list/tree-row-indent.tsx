import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useT } from '#client/kit/words/t.ts';
import type { TreeRow } from './tree-rows.ts';
import './tree-row-indent.css';

interface Props {
  treeRow: TreeRow | undefined;
  isFolded: boolean;
  name: string;
  onFold: (id: number) => void;
}

/** The indent of a row in a tree, and the button that folds its children. */
export function TreeRowIndent({ treeRow, isFolded, name, onFold }: Props) {
  const t = useT();
  if (!treeRow) return null;
  return (
    <span className="tree-row-indent" style={{ marginInlineStart: treeRow.depth * 20 }}>
      {treeRow.childCount > 0 && (
        <button
          type="button"
          aria-expanded={!isFolded}
          aria-label={t(isFolded ? 'unfoldNamed' : 'foldNamed', { name })}
          onClick={() => onFold(treeRow.row.id)}
        >
          {isFolded ? <ChevronRightIcon /> : <ChevronDownIcon />}
        </button>
      )}
    </span>
  );
}
