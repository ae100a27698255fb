import { PopoverNext, PopupKind } from '@blueprintjs/core';
import type { ReactElement } from 'react';

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

/** A button that opens a popover with a menu or with inputs. */
export function DropDown({ content, children, edge = 'end', isDialog = false, ...others }: Props) {
  return (
    <PopoverNext
      placement={`bottom-${edge}`}
      arrow={false}
      animation="minimal"
      content={content}
      {...(isDialog ? { popupKind: PopupKind.DIALOG } : {})}
      {...others}
    >
      {children}
    </PopoverNext>
  );
}
