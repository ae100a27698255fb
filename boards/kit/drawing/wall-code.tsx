interface Props {
  className?: string;
  children: string;
}

/** A code on a wall: where it is too long, its beginning is cut, for codes differ at their end. */
export function WallCode({ className = '', children }: Props) {
  return (
    <span className={`${className} wall-code`}>
      <bdi>{children}</bdi>
    </span>
  );
}
