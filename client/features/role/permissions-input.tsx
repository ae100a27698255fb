import { Checkbox, InputGroup } from '@blueprintjs/core';
import { ChevronDownIcon, ChevronRightIcon, SearchIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import {
  PAGE_ACTIONS,
  OUTSIDE_USER_PERMISSION_CODES,
  type PageAction,
  type PageCode,
  type PermissionCode,
} from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import type { PermissionArea, PermissionItem } from '#client/kit/permissions/permission-areas.ts';
import { usePermissionAreas } from '#client/kit/permissions/use-permission-areas.ts';
import { useT, type Translate } from '#client/kit/words/t.ts';
import './permissions-input.css';

const ACTION_TERMS: Record<PageAction, TermKey> = { ADD: 'mayAdd', MODIFY: 'mayModify', DELETE: 'mayDelete' };
const makeActionCode = (code: PermissionCode, action: PageAction) =>
  `${code as PageCode}_${action}` as PermissionCode;

/** Returns all permission codes that one row of the tree can grant. */
const getGrantableCodes = ({ code, actions }: PermissionItem): PermissionCode[] => [
  code,
  ...actions.map((action) => makeActionCode(code, action)),
];

const getItemName = (t: Translate, item: PermissionItem): string =>
  item.titles.map((title) => t(title)).join(' · ');

/**
 * Returns the pages whose name or code contains the search text, grouped by area.
 * @param isOutsideRole whether the role is for accounts of customers or suppliers;
 *   these accounts can have only a few permissions
 */
function filterAreas(
  all: readonly PermissionArea[],
  t: Translate,
  search: string,
  isOutsideRole: boolean,
): PermissionArea[] {
  const searchText = search.trim().toLowerCase();
  return all
    .map((area) => ({
      ...area,
      items: area.items.filter(
        (item) =>
          (!isOutsideRole || OUTSIDE_USER_PERMISSION_CODES.includes(item.code)) &&
          (getItemName(t, item).toLowerCase().includes(searchText) ||
            item.code.toLowerCase().includes(searchText)),
      ),
    }))
    .filter((area) => area.items.length > 0);
}

/**
 * Edits the permissions of a role in a tree of areas, their pages, and the actions on each page.
 */
export function PermissionsInput({ value, onChange, disabled = false, ariaLabel }: InputProps) {
  const t = useT();
  const { values } = useEnclosingForm();
  const allAreas = usePermissionAreas();
  const [search, setSearch] = useState('');
  const [foldedAreas, setFoldedAreas] = useState<ReadonlySet<TermKey>>(new Set());
  const isOutsideRole = values['forAccounts'] === 'customer' || values['forAccounts'] === 'supplier';
  const heldCodes = new Set(
    Array.isArray(value) ? value.map((line: { permission: string }) => line.permission) : [],
  );
  const setCodes = (codes: Iterable<string>) => onChange([...codes].map((permission) => ({ permission })));
  const changeCodes = (codes: readonly PermissionCode[], isGranted: boolean) => {
    const next = new Set(heldCodes);
    for (const code of codes) {
      if (isGranted) next.add(code);
      else next.delete(code);
    }
    setCodes(next);
  };
  // A revoked page also loses its actions. `setAction` also grants the page of a granted action.
  const setPageAccess = (item: PermissionItem, isGranted: boolean) =>
    changeCodes(isGranted ? [item.code] : getGrantableCodes(item), isGranted);
  const setAction = ({ code }: PermissionItem, action: PageAction, isGranted: boolean) =>
    changeCodes(isGranted ? [code, makeActionCode(code, action)] : [makeActionCode(code, action)], isGranted);
  const toggleArea = (title: TermKey) =>
    setFoldedAreas((before) => {
      const next = new Set(before);
      if (!next.delete(title)) next.add(title);
      return next;
    });
  const renderCheckbox = (label: string, checked: boolean, onToggle: (isGranted: boolean) => void) => (
    <Checkbox
      checked={checked}
      disabled={disabled}
      aria-label={label}
      onChange={(event) => onToggle(event.target.checked)}
    />
  );
  const areas = filterAreas(allAreas, t, search, isOutsideRole);
  return (
    <div className="permissions-input" role="group" aria-label={ariaLabel}>
      <InputGroup
        className="permission-search"
        leftElement={<SearchIcon className="input-icon" />}
        placeholder={t('permissionSearch')}
        aria-label={t('permissionSearch')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {areas.length === 0 && <p className="nothing">{t('noPermissionFound')}</p>}
      {areas.map((area) => {
        const areaCodes = area.items.flatMap((item) =>
          isOutsideRole ? [item.code] : getGrantableCodes(item),
        );
        const count = areaCodes.filter((code) => heldCodes.has(code)).length;
        const isOpen = !foldedAreas.has(area.title) || search !== '';
        const title = t(area.title);
        return (
          <section key={area.title} className="permission-area">
            <header>
              <button type="button" aria-expanded={isOpen} onClick={() => toggleArea(area.title)}>
                {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
                {title}
                <span className="permission-count">
                  {t('permissionsHeld', { count, all: areaCodes.length })}
                </span>
              </button>
              {!isOutsideRole && (
                <Checkbox
                  checked={count === areaCodes.length}
                  indeterminate={count > 0 && count < areaCodes.length}
                  disabled={disabled}
                  aria-label={`${title}: ${t('wholeArea')}`}
                  onChange={() => changeCodes(areaCodes, count < areaCodes.length)}
                >
                  {t('wholeArea')}
                </Checkbox>
              )}
            </header>
            {isOpen && (
              <table aria-label={title}>
                <thead>
                  <tr>
                    <th scope="col">{t('page')}</th>
                    <th scope="col">{t('mayView')}</th>
                    {PAGE_ACTIONS.map((action) => (
                      <th scope="col" key={action}>
                        {t(ACTION_TERMS[action])}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {area.items.map((item) => {
                    const name = getItemName(t, item);
                    return (
                      <tr key={item.code}>
                        <th scope="row">
                          {name} <span className="permission-code">{item.code}</span>
                        </th>
                        <td>
                          {renderCheckbox(
                            item.actions.length > 0 ? `${name}: ${t('mayView')}` : name,
                            heldCodes.has(item.code),
                            (isGranted) => setPageAccess(item, isGranted),
                          )}
                        </td>
                        {PAGE_ACTIONS.map((action) => (
                          <td key={action}>
                            {item.actions.includes(action) &&
                              !isOutsideRole &&
                              renderCheckbox(
                                `${name}: ${t(ACTION_TERMS[action])}`,
                                heldCodes.has(makeActionCode(item.code, action)),
                                (isGranted) => setAction(item, action, isGranted),
                              )}
                          </td>
                        ))}
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            )}
          </section>
        );
      })}
    </div>
  );
}
