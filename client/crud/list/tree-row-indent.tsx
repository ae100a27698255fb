import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons';
import { useT } from '#client/kit/words/t.ts';
import type { TreeRow } from './tree-rows.ts';
import './tree-row-indent.css';

interface Props {
  place: TreeRow | undefined;
  folded: boolean;
  name: string;
  onFold: (id: number) => void;
}

/** The indent of a row in a tree, and the button that folds its children. */
export function TreeRowIndent({ place, folded, name, onFold }: Props) {
  const t = useT();
  if (!place) return null;
  return (
    <span className="tree-row-indent" style={{ marginInlineStart: place.depth * 20 }}>
      {place.children > 0 && (
        <button
          type="button"
          aria-expanded={!folded}
          aria-label={t(folded ? 'unfoldNamed' : 'foldNamed', { name })}
          onClick={() => onFold(place.row.id)}
        >
          {folded ? <ChevronRightIcon /> : <ChevronDownIcon />}
        </button>
      )}
    </span>
  );
}
