import type { ReactNode } from 'react';
import './plain-table.css';

/** A column heading. A hidden heading is only for screen readers. `content` is shown instead of the words. */
type ColumnHeading =
  | string
  | {
      readonly words: string;
      readonly className?: string | undefined;
      readonly hidden?: true;
      readonly content?: ReactNode;
    };

/** The header of a small read-only table, which usually has the class `plain-table`. */
export function TableHead({ heads }: { heads: readonly ColumnHeading[] }) {
  return (
    <thead>
      <tr>
        {heads.map((head) => {
          const { words, className, hidden, content } = typeof head === 'string' ? { words: head } : head;
          return (
            <th key={words} scope="col" className={className}>
              {hidden ? <span className="visually-hidden">{words}</span> : (content ?? words)}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
