import { Dialog as BlueprintDialog, type DialogProps } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';

/**
 * A dialog that gives the focus back to the element that had it before, as soon as the dialog closes. Blueprint's own
 * dialog waits until it has faded out. By then the user may type in the next dialog, and would lose the focus there.
 * Also, Blueprint's dialog does not give the focus back if the parent component removes the dialog.
 */
export function Dialog({ isOpen = false, ...props }: Omit<DialogProps, 'containerRef'>) {
  const containerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const previousElement = document.activeElement;
    const container = containerRef;
    return () => {
      // If the focus is on another element already, it stays there.
      const { activeElement } = document;
      const hasFocus =
        activeElement === null ||
        activeElement === document.body ||
        (container.current?.contains(activeElement) ?? false);
      if (hasFocus && previousElement instanceof HTMLElement) previousElement.focus();
    };
  }, [isOpen]);
  return (
    <BlueprintDialog
      {...props}
      isOpen={isOpen}
      containerRef={containerRef}
      shouldReturnFocusOnClose={false}
    />
  );
}
