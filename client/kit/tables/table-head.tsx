import './plain-table.css';

/** Words over a column; those of a column of buttons are for a screen reader only. */
type Head = string | { readonly words: string; readonly className?: string; readonly hidden?: true };

/** The heads of a small table that is read and not worked with; its class is `plain-table` where it looks as most do. */
export function TableHead({ heads }: { heads: readonly Head[] }) {
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
