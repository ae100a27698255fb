import { Button, HTMLSelect } from '@blueprintjs/core';
import { FloppyDiskIcon } from '@blueprintjs/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownAccountFields, type OwnAccountData as AccountData } from '#shared/answers/own-account.ts';
import { call, send } from '#client/kit/wire/call.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { changeLang, useT } from '#client/kit/words/t.ts';
import { theme, THEMES } from '#client/kit/look/theme.ts';
import { showSuccess } from '#client/kit/messages/toasts.ts';
import '#client/crud/edit/edit-page.css';

const OWN_DATA_QUERY_KEY = queryKeys.entity('employee', 'own');
const THEME_TERMS = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;
const OWN_DATA_FORM = { fields: ownAccountFields };

/**
 * Edits the user's telephone, mail address and language, and the theme of this browser. Guests cannot
 * change the telephone and the mail address here.
 */
export function OwnData() {
  const t = useT();
  const { data } = useQuery({
    queryKey: OWN_DATA_QUERY_KEY,
    queryFn: ({ signal }) => call<AccountData>('/mes/center/own/get', {}, { signal }),
  });
  return (
    <section className="card" aria-labelledby="center-own">
      <h2 id="center-own">{t('ownData')}</h2>
      {data ? <OwnDataForm key={data.version} account={data} /> : <span className="skeleton" />}
    </section>
  );
}

function OwnDataForm({ account }: { account: AccountData }) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const chosenTheme = theme.useChosen();
  const form = useForm(ownAccountFields, { ...account });
  const isGuest = user.homeFactoryId !== null;
  const { reset } = form;
  useEffect(() => reset({ ...account }), [account, reset]);
  const facts = [
    [t('name'), user.name],
    [t('code'), user.code],
    [t('factory'), user.factoryName],
    [t('department'), account.departmentName],
    [t('workGroup'), account.workGroupName],
    [t(user.kind === 'supplier' ? 'supplier' : 'customer'), account.companyName],
    [t('roles'), joinWords(account.roles)],
  ].filter(([, value]) => value);
  const { busy, submit } = useSubmit(
    form,
    async (values) => {
      const savedAccount = await send<AccountData>('/mes/center/own/save', values, {
        codesShownElsewhere: ['fieldsInvalid'],
      });
      client.setQueryData(OWN_DATA_QUERY_KEY, savedAccount);
      if (savedAccount.language) await changeLang(savedAccount.language);
      showSuccess(t('ownDataSaved'));
    },
    (error) => {
      // If the data was changed elsewhere in the meantime, the form shows the current values.
      if (error.code === 'stale') void client.invalidateQueries({ queryKey: OWN_DATA_QUERY_KEY });
      return error.fields;
    },
  );
  return (
    <>
      <dl className="center-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <FormArea form={form} className="edit-fields" label={t('ownData')} onSubmit={submit}>
        <Field of={OWN_DATA_FORM} name="phone" disabled={isGuest} />
        <Field of={OWN_DATA_FORM} name="mail" disabled={isGuest} />
        <Field of={OWN_DATA_FORM} name="language" />
        <div className="field">
          <label className="field-label" htmlFor="center-theme">
            {t('theme')}
          </label>
          <HTMLSelect
            id="center-theme"
            fill
            value={chosenTheme}
            onChange={(event) => theme.choose(event.target.value as (typeof THEMES)[number])}
          >
            {THEMES.map((themeName) => (
              <option key={themeName} value={themeName}>
                {t(THEME_TERMS[themeName])}
              </option>
            ))}
          </HTMLSelect>
        </div>
        <div className="center-save">
          <Button
            type="submit"
            intent="primary"
            icon={<FloppyDiskIcon />}
            text={t('save')}
            loading={busy}
            disabled={!form.dirty}
          />
        </div>
      </FormArea>
    </>
  );
}
