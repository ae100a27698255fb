interface Props {
  className?: string;
  children: string;
}

/** Shows a code on a wall. A code that is too long loses its beginning, because codes differ at their end. */
export function WallCode({ className = '', children }: Props) {
  return (
    <span className={`${className} wall-code`}>
      <bdi>{children}</bdi>
    </span>
  );
}
