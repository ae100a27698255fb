interface Props {
  className?: string;
  children: string;
}

/**
 * Shows a code on a wall. If the code is too long, its beginning is cut off, because codes usually differ at their
 * end.
 */
export function WallCode({ className = '', children }: Props) {
  return (
    <span className={`${className} wall-code`}>
      <bdi>{children}</bdi>
    </span>
  );
}
