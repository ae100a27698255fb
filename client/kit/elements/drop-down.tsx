import { PopoverNext, PopupKind } from '@blueprintjs/core';
import type { ReactElement } from 'react';

interface Props {
  content: ReactElement;
  /** The button that opens the popover. */
  children: ReactElement;
  /** The edge at which button and popover are aligned; by default `end`, the right edge. */
  at?: 'start' | 'end';
  /** Whether the content is a dialog rather than a menu, for screen readers. */
  isDialog?: boolean;
  disabled?: boolean;
  defaultIsOpen?: boolean;
  onClosed?: () => void;
}

/** A button that opens a popover with a menu or with inputs. */
export function DropDown({ content, children, at = 'end', isDialog = false, ...others }: Props) {
  return (
    <PopoverNext
      placement={`bottom-${at}`}
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
