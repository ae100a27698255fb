import { Button } from '@blueprintjs/core';
import { DragHandleVerticalIcon } from '@blueprintjs/icons';
import type { ComponentProps } from 'react';
import './drag-handle.css';

interface Props extends Pick<ComponentProps<typeof Button>, 'onKeyDown' | 'onPointerDown'> {
  /** The name for a screen reader and the tooltip. */
  label: string;
  disabled: boolean;
}

/** The button by which a user drags a row to another position; see `useReorder`. */
export function DragHandle({ label, disabled, ...handlers }: Props) {
  return (
    <Button
      variant="minimal"
      className="drag-handle"
      icon={<DragHandleVerticalIcon />}
      aria-label={label}
      title={label}
      disabled={disabled}
      {...handlers}
    />
  );
}
