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
const makeActionCode = (code: PermissionCode, act: PageAction) =>
  `${code as PageCode}_${act}` as PermissionCode;

/** Returns all permission codes that one row of the tree can grant. */
const getGrantableCodes = ({ code, actions }: PermissionItem): PermissionCode[] => [
  code,
  ...actions.map((act) => makeActionCode(code, act)),
];

const getItemName = (t: Translate, item: PermissionItem): string =>
  item.names.map((name) => t(name)).join(' · ');

/**
 * Returns the pages whose name or code contains the search text, grouped by area.
 * @param outside whether the role is for accounts of customers or suppliers; these accounts can have only
 *   a few permissions
 */
function filterAreas(
  all: readonly PermissionArea[],
  t: Translate,
  search: string,
  outside: boolean,
): PermissionArea[] {
  const wanted = search.trim().toLowerCase();
  return all
    .map((area) => ({
      ...area,
      items: area.items.filter(
        (item) =>
          (!outside || OUTSIDE_USER_PERMISSION_CODES.includes(item.code)) &&
          (getItemName(t, item).toLowerCase().includes(wanted) || item.code.toLowerCase().includes(wanted)),
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
  const [folded, setFolded] = useState<ReadonlySet<TermKey>>(new Set());
  const outside = values['forAccounts'] === 'customer' || values['forAccounts'] === 'supplier';
  const held = new Set(
    Array.isArray(value) ? value.map((line: { permission: string }) => line.permission) : [],
  );
  const put = (codes: Iterable<string>) => onChange([...codes].map((permission) => ({ permission })));
  const change = (codes: readonly PermissionCode[], on: boolean) => {
    const next = new Set(held);
    for (const code of codes) {
      if (on) next.add(code);
      else next.delete(code);
    }
    put(next);
  };
  // Granting an action on a page also grants the page. Revoking the page also revokes its actions.
  const see = (item: PermissionItem, on: boolean) => change(on ? [item.code] : getGrantableCodes(item), on);
  const act = ({ code }: PermissionItem, action: PageAction, on: boolean) =>
    change(on ? [code, makeActionCode(code, action)] : [makeActionCode(code, action)], on);
  const fold = (title: TermKey) =>
    setFolded((now) => {
      const next = new Set(now);
      if (!next.delete(title)) next.add(title);
      return next;
    });
  const box = (label: string, checked: boolean, set: (on: boolean) => void) => (
    <Checkbox
      checked={checked}
      disabled={disabled}
      aria-label={label}
      onChange={(event) => set(event.target.checked)}
    />
  );
  const areas = filterAreas(allAreas, t, search, outside);
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
        const all = area.items.flatMap((item) => (outside ? [item.code] : getGrantableCodes(item)));
        const count = all.filter((code) => held.has(code)).length;
        const open = !folded.has(area.title) || search !== '';
        const title = t(area.title);
        return (
          <section key={area.title} className="permission-area">
            <header>
              <button type="button" aria-expanded={open} onClick={() => fold(area.title)}>
                {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
                {title}
                <span className="permission-count">{t('permissionsHeld', { count, all: all.length })}</span>
              </button>
              {!outside && (
                <Checkbox
                  checked={count === all.length}
                  indeterminate={count > 0 && count < all.length}
                  disabled={disabled}
                  aria-label={`${title}: ${t('wholeArea')}`}
                  onChange={() => change(all, count < all.length)}
                >
                  {t('wholeArea')}
                </Checkbox>
              )}
            </header>
            {open && (
              <table aria-label={title}>
                <thead>
                  <tr>
                    <th scope="col">{t('page')}</th>
                    <th scope="col">{t('mayView')}</th>
                    {PAGE_ACTIONS.map((one) => (
                      <th scope="col" key={one}>
                        {t(ACTION_TERMS[one])}
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
                          {box(
                            item.actions.length > 0 ? `${name}: ${t('mayView')}` : name,
                            held.has(item.code),
                            (on) => see(item, on),
                          )}
                        </td>
                        {PAGE_ACTIONS.map((one) => (
                          <td key={one}>
                            {item.actions.includes(one) &&
                              !outside &&
                              box(
                                `${name}: ${t(ACTION_TERMS[one])}`,
                                held.has(makeActionCode(item.code, one)),
                                (on) => act(item, one, on),
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
