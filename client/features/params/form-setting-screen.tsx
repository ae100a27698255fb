import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { FORM_NAMES, type FormName } from '#shared/rules/form-names.ts';
import type { TermKey } from '#shared/terms/index.ts';
import { NotFoundPage } from '#client/kit/pages/not-found-page.tsx';
import { PageTabs } from '#client/kit/pages/page-tabs.tsx';
import { useT } from '#client/kit/words/t.ts';
import { FormSetting } from './form-setting.tsx';
import '#client/crud/page-head.css';
import '#client/kit/pages/tabbed-screen.css';

/**
 * The addresses (specification §2) and titles of the forms whose address or title differs from
 * their name.
 */
const SPECIAL_FORM_PAGES: Partial<Record<FormName, { segment: string; title?: TermKey }>> = {
  workOrder: { segment: 'order' },
  workReport: { segment: 'report', title: 'reportForm' },
  qualityException: { segment: 'quality', title: 'qualityForm' },
};
const FORM_PAGES = FORM_NAMES.map((form) => ({
  form,
  segment: form,
  title: form,
  ...SPECIAL_FORM_PAGES[form],
}));

interface Props {
  /** The tabs of the parameter pages. */
  tabs: ReactNode;
  /** The address of the form settings, without the part for a form. */
  basePath: string;
}

/** Shows the settings of the form in the address, and a tab for each form. */
export function FormSettingScreen({ tabs, basePath }: Props) {
  const t = useT();
  const params = useParams();
  const formPage = FORM_PAGES.find((page) => page.segment === params['form']);
  if (!formPage) return <NotFoundPage />;
  return (
    <section className="screen" aria-label={t('formSetting')}>
      <header className="page-head">
        <h1>{t('formSetting')}</h1>
      </header>
      {tabs}
      <PageTabs
        label="form"
        className="tabs-below"
        tabs={FORM_PAGES.map(({ segment, title }) => ({ title, path: `${basePath}/${segment}` }))}
      />
      <FormSetting key={formPage.form} form={formPage.form} />
    </section>
  );
}
