import { Checkbox } from '@blueprintjs/core';
import { entities } from '#shared/entities/index.ts';
import { ALL_PAGE_CODES } from '#shared/entities/permission-codes.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import {
  ACTS,
  SINGLE_CODES,
  toRead,
  type Act,
  type PageCode,
} from '#shared/kernel/permissions.ts';
import type { TermKey } from '#shared/terms/index.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { useT } from '#client/kit/t.ts';
import './permissions-input.css';

const ACT_TERMS: Record<Act, TermKey> = { ADD: 'mayAdd', MODIFY: 'mayModify', DELETE: 'mayDelete' };

/** The word for what a page code opens: the first entity that stands behind it, or a term of the code's own. */
function nameOf(code: PageCode): TermKey {
  const behind = Object.values(entities).find(
    (entity) => toRead((entity as EntityDeclaration).permission) === code,
  );
  return behind ? behind.name : (`permission.${code}` as TermKey);
}

/** What a role permits, as a table: a row for each page, a column for each act; what stands alone below. */
export function PermissionsInput({ value, onChange, disabled, ariaLabel }: InputProps) {
  const t = useT();
  const held = Array.isArray(value) ? value.map((line: { permission: string }) => line.permission) : [];
  const holds = (code: string) => held.includes(code);
  const put = (codes: readonly string[]) => onChange(codes.map((permission) => ({ permission })));
  const give = (code: string, on: boolean) => put(on ? [...held, code] : held.filter((one) => one !== code));

  // Whoever acts on a page sees it, and what is not seen cannot be acted on.
  const setPage = (code: PageCode, act: Act | null, on: boolean) => {
    const rest = held.filter((one) => one !== code && !ACTS.some((other) => one === `${code}_${other}`));
    const acts = ACTS.filter((other) => (other === act ? on : holds(`${code}_${other}`)));
    if (act === null) return put(on ? [...held, code] : rest);
    const sees = holds(code) || on;
    return put([...rest, ...(sees ? [code, ...acts.map((other) => `${code}_${other}`)] : [])]);
  };
  const box = (label: string, checked: boolean, set: (on: boolean) => void) => (
    <Checkbox
      checked={checked}
      disabled={disabled ?? false}
      aria-label={label}
      onChange={(event) => set(event.target.checked)}
    />
  );
  return (
    <div className="permissions-input">
      <table aria-label={ariaLabel}>
        <thead>
          <tr>
            <th scope="col">{t('page')}</th>
            <th scope="col">{t('mayView')}</th>
            {ACTS.map((act) => (
              <th scope="col" key={act}>
                {t(ACT_TERMS[act])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ALL_PAGE_CODES.map((code) => {
            const name = t(nameOf(code));
            return (
              <tr key={code}>
                <th scope="row">
                  {name} <span className="permission-code">{code}</span>
                </th>
                <td>{box(`${name}: ${t('mayView')}`, holds(code), (on) => setPage(code, null, on))}</td>
                {ACTS.map((act) => (
                  <td key={act}>
                    {box(`${name}: ${t(ACT_TERMS[act])}`, holds(`${code}_${act}`), (on) =>
                      setPage(code, act, on),
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      <fieldset>
        <legend>{t('otherPermissions')}</legend>
        {SINGLE_CODES.map((code) => (
          <Checkbox
            key={code}
            checked={holds(code)}
            disabled={disabled ?? false}
            onChange={(event) => give(code, event.target.checked)}
          >
            {t(`permission.${code}`)} <span className="permission-code">{code}</span>
          </Checkbox>
        ))}
      </fieldset>
    </div>
  );
}
