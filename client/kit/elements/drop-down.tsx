import { PopoverNext, PopupKind } from '@blueprintjs/core';
import { useRef, type ReactElement } from 'react';

interface Props {
  content: ReactElement;
  /** The button that opens the popover. */
  children: ReactElement;
  /** The edge at which the button and the popover are aligned: `start` is left, `end` is right. */
  edge?: 'start' | 'end';
  /** Whether the content is a dialog rather than a menu, for screen readers. */
  isDialog?: boolean;
  disabled?: boolean;
  defaultIsOpen?: boolean;
  onClosed?: () => void;
}

/**
 * A button that opens a popover with a menu or with inputs. When the popover closes, the button gets the focus back
 * at once, unless the focus is elsewhere by then. Blueprint's own popover waits until it has faded out, and would take
 * the focus from the first field of a dialog that a menu item has opened.
 */
export function DropDown({ content, children, edge = 'end', isDialog = false, ...popoverProps }: Props) {
  const opener = useRef<Element | null>(null);
  const returnFocus = (popover: HTMLElement) => {
    const { activeElement } = document;
    const isFocusLost =
      activeElement === null || activeElement === document.body || popover.contains(activeElement);
    if (isFocusLost && opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <PopoverNext
      placement={`bottom-${edge}`}
      arrow={false}
      animation="minimal"
      content={content}
      shouldReturnFocusOnClose={false}
      onOpening={() => {
        opener.current = document.activeElement;
      }}
      onClosing={returnFocus}
      {...(isDialog ? { popupKind: PopupKind.DIALOG } : {})}
      {...popoverProps}
    >
      {children}
    </PopoverNext>
  );
}
