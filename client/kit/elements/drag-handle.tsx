import { Button } from '@blueprintjs/core';
import { DragHandleVerticalIcon } from '@blueprintjs/icons';
import type { ComponentProps } from 'react';
import './drag-handle.css';

interface Props extends Pick<ComponentProps<typeof Button>, 'onKeyDown' | 'onPointerDown'> {
  /** What it says to a screen reader and under the mouse. */
  label: string;
  disabled: boolean;
}

/** What a row is drawn by to another place; see `useReorder`. */
export function DragHandle({ label, disabled, ...handle }: Props) {
  return (
    <Button
      variant="minimal"
      className="drag-handle"
      icon={<DragHandleVerticalIcon />}
      aria-label={label}
      title={label}
      disabled={disabled}
      {...handle}
    />
  );
}
