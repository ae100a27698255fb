import { useId, useState, type KeyboardEvent } from 'react';
import { Button, InputGroup, PopoverNext } from '@blueprintjs/core';
import { CaretDownIcon, CrossIcon } from '@blueprintjs/icons';
import { findMatchingReferences, useReferences, type Reference } from '../wire/references.ts';
import { formatLocalTime } from '../words/formats.ts';
import { useT } from '../words/t.ts';
import { useDebouncedText } from '../elements/use-debounced.ts';
import { useTimeZone } from '../words/use-time-zone.ts';
import './combobox.css';

interface Props {
  id: string;
  /** The entity whose rows the list offers. */
  entity: string;
  /** The name of the chosen row; '' if none is chosen. */
  chosenName: string;
  onPick: (row: Reference) => void;
  onClear?: (() => void) | undefined;
  /** The ids of rows that the list leaves out. */
  excludedIds?: readonly number[];
  placeholder?: string;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  ariaLabel?: string | undefined;
}

/** How long typing must pause before the server is queried, in milliseconds. */
const TYPING_PAUSE_MS = 200;

/** An input that offers the rows whose code or name matches the typed text. */
export function Combobox(props: Props) {
  const { id, entity, chosenName, onPick, onClear, excludedIds = [], disabled = false } = props;
  const t = useT();
  const zone = useTimeZone();
  const listId = useId();
  const [typedText, setTypedText] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(0);
  const references = useReferences(entity, useDebouncedText(typedText ?? '', TYPING_PAUSE_MS), isOpen, true);
  const { isFetching, isError, staleSince } = references;
  // The rows may still belong to an earlier text. They are matched again, so that Enter cannot
  // choose a row that does not match the typed text.
  const rows = findMatchingReferences(references.rows ?? [], typedText ?? '').filter(
    (row) => !excludedIds.includes(row.id),
  );
  const clampedIndex = Math.min(activeIndex, rows.length - 1);

  const closeList = () => {
    setOpen(false);
    setTypedText(null);
    setActiveIndex(0);
  };
  const pickRow = (row: Reference) => {
    onPick(row);
    closeList();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) setOpen(true);
      else
        setActiveIndex(
          (clampedIndex + (key === 'ArrowDown' ? 1 : -1) + rows.length) % Math.max(1, rows.length),
        );
    } else if (key === 'Enter' && isOpen) {
      event.preventDefault();
      const row = rows[clampedIndex];
      if (row) pickRow(row);
    } else if (key === 'Escape' && isOpen) {
      event.stopPropagation();
      closeList();
    }
  };
  const list = (
    <ul className="combobox-list" role="listbox" id={listId} aria-label={t('choices')}>
      {rows.map((row, index) => (
        <li
          key={row.id}
          id={`${listId}-${row.id}`}
          role="option"
          aria-selected={index === clampedIndex}
          className={index === clampedIndex ? 'combobox-active' : undefined}
          // A click event would come too late: the input loses the focus first and closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            pickRow(row);
          }}
          onMouseEnter={() => setActiveIndex(index)}
        >
          <span className="combobox-label">{row.label}</span>
          {row.code && row.code !== row.label && <span className="combobox-code">{row.code}</span>}
        </li>
      ))}
      {rows.length === 0 && (
        <li role="option" aria-disabled="true" aria-selected="false" className="combobox-nothing">
          {isError && staleSince === null
            ? t('error.requestFailed')
            : isFetching
              ? t('searching')
              : t('nothingFound')}
        </li>
      )}
      {staleSince !== null && (
        <li role="presentation" className="combobox-nothing">
          {t('notRefreshedSince', { time: formatLocalTime(staleSince, zone).slice(11, 16) })}
        </li>
      )}
    </ul>
  );
  return (
    <PopoverNext
      isOpen={isOpen && !disabled}
      content={list}
      fill
      autoFocus={false}
      enforceFocus={false}
      shouldReturnFocusOnClose={false}
      arrow={false}
      animation="minimal"
      matchTargetWidth
      placement="bottom-start"
      popoverClassName="combobox-popover"
      renderTarget={({
        isOpen: _isOpen,
        ref,
        tabIndex: _tabIndex,
        'aria-haspopup': _popup,
        'aria-expanded': _expanded,
        ...target
      }) => (
        <div ref={ref} {...target} className={`combobox ${target.className ?? ''}`}>
          <InputGroup
            id={id}
            fill
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={
              isOpen && rows[clampedIndex] ? `${listId}-${rows[clampedIndex].id}` : undefined
            }
            aria-invalid={props.invalid || undefined}
            aria-describedby={props.describedBy}
            aria-label={props.ariaLabel}
            intent={props.invalid ? 'danger' : 'none'}
            autoComplete="off"
            disabled={disabled}
            autoFocus={props.autoFocus ?? false}
            placeholder={props.placeholder}
            value={typedText ?? chosenName}
            onChange={(event) => {
              setTypedText(event.target.value);
              setActiveIndex(0);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onFocus={(event) => event.target.select()}
            onBlur={closeList}
            onKeyDown={onKeyDown}
            rightElement={
              chosenName && onClear && !disabled ? (
                <Button variant="minimal" icon={<CrossIcon />} aria-label={t('clear')} onClick={onClear} />
              ) : (
                <Button
                  variant="minimal"
                  icon={<CaretDownIcon />}
                  aria-hidden="true"
                  tabIndex={-1}
                  disabled={disabled}
                  onMouseDown={(event) => {
                    event.preventDefault();
                    document.getElementById(id)?.focus();
                    setOpen(!isOpen);
                  }}
                />
              )
            }
          />
        </div>
      )}
    />
  );
}
