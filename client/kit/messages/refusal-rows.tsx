import { Link } from 'react-router-dom';
import type { RowLink } from '#shared/kernel/errors.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { makeOpenRowPath } from '../pages/open-path.ts';
import { useT } from '../words/t.ts';
import './refusal-rows.css';

interface Props {
  rows: readonly RowLink[];
  /** Called when the user follows a link. */
  onLeave: () => void;
}

/** Links to the rows that cause a refusal. */
export function RefusalRows({ rows, onLeave }: Props) {
  const t = useT();
  return (
    <ul className="refusal-rows">
      {rows.map((row) => (
        <li key={`${row.entity} ${row.id}`}>
          <span className="refusal-kind">{t(row.entity as TermKey)}</span>
          <Link to={makeOpenRowPath(row.entity, row.id)} onClick={onLeave}>
            {row.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
