import type { StateStyle } from '#client/kit/elements/state-style.ts';

interface Props {
  look: StateStyle;
  children: string;
}

/** Shows a state on a wall by its colour, its shape and its word. */
export function WallStateMark({ look, children }: Props) {
  return (
    <span className={`wall-mark wall-${look.tone}`}>
      <span className="wall-shape" aria-hidden="true">
        {look.shape}
      </span>
      {children}
    </span>
  );
}
