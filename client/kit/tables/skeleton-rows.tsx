interface Props {
  columns: number;
}

/** Placeholders for rows that are loading. */
export function SkeletonRows({ columns }: Props) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: 12 }, (_, row) => (
        <tr key={row}>
          {Array.from({ length: columns }, (_cell, column) => (
            <td key={column}>
              {column < columns - 1 && (
                <span
                  className="skeleton"
                  style={{ inlineSize: `${45 + ((row * 7 + column * 13) % 40)}%` }}
                />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
