import { PopoverNext, PopupKind } from '@blueprintjs/core';
import type { ReactElement } from 'react';

interface Props {
  content: ReactElement;
  /** The button that opens it. */
  children: ReactElement;
  /** The edges that are aligned; the right ones by default. */
  at?: 'start' | 'end';
  /** The content is more than a menu. */
  isDialog?: boolean;
  disabled?: boolean;
  defaultIsOpen?: boolean;
  onClosed?: () => void;
}

/** A popover below a button: a menu, or a few inputs. */
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
