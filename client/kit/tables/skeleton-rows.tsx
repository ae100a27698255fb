interface Props {
  columnCount: number;
}

/** Placeholders for rows that are loading. */
export function SkeletonRows({ columnCount }: Props) {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: 12 }, (_, rowIndex) => (
        <tr key={rowIndex}>
          {Array.from({ length: columnCount }, (_cell, columnIndex) => (
            <td key={columnIndex}>
              {columnIndex < columnCount - 1 && (
                <span
                  className="skeleton"
                  style={{ inlineSize: `${45 + ((rowIndex * 7 + columnIndex * 13) % 40)}%` }}
                />
              )}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
