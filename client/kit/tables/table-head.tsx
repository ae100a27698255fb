import './plain-table.css';

/** A column heading. A hidden heading is only for screen readers. */
type ColumnHeading = string | { readonly words: string; readonly className?: string; readonly hidden?: true };

/** The header of a small read-only table, which usually has the class `plain-table`. */
export function TableHead({ heads }: { heads: readonly ColumnHeading[] }) {
  return (
    <thead>
      <tr>
        {heads.map((head) => {
          const { words, className, hidden } = typeof head === 'string' ? { words: head } : head;
          return (
            <th key={words} scope="col" className={className}>
              {hidden ? <span className="visually-hidden">{words}</span> : words}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
