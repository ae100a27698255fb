import type { StateStyle } from '#client/kit/elements/state-style.ts';

interface Props {
  stateStyle: StateStyle;
  children: string;
}

/** Shows a state on a wall by its colour, its shape and its word. */
export function WallStateMark({ stateStyle, children }: Props) {
  return (
    <span className={`wall-mark wall-${stateStyle.tone}`}>
      <span className="wall-shape" aria-hidden="true">
        {stateStyle.shape}
      </span>
      {children}
    </span>
  );
}
