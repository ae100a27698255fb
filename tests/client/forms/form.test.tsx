import { act, useEffect, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { costType } from '#shared/entities/cost-type.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormArea } from '#client/kit/forms/form-context.tsx';
import { useForm, type Form } from '#client/kit/forms/use-form.ts';
import { queryClient } from '#client/kit/wire/query-client.ts';
import { changeLang, setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

let root: Root;
let container: HTMLElement;
let form: Form;
let submittedValues: unknown[];

function CostTypeForm({ begin }: { begin?: Record<string, unknown> }): ReactNode {
  const currentForm = useForm(costType.fields, begin) as unknown as Form;
  useEffect(() => {
    form = currentForm;
  });
  return (
    <FormArea form={currentForm} onSubmit={() => submittedValues.push(currentForm.check())}>
      <Field of={costType} name="code" />
      <Field of={costType} name="name" />
      <Field of={costType} name="rates" />
      <button type="submit">go</button>
    </FormArea>
  );
}

const renderForm = (begin?: Record<string, unknown>) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <CostTypeForm {...(begin ? { begin } : {})} />
      </QueryClientProvider>,
    ),
  );
const findInput = (field: string, index = 0) =>
  container.querySelectorAll<HTMLInputElement>(`[data-field="${field}"] input`)[index]!;
const typeText = (element: HTMLInputElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(element, text);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
const leaveInput = (element: HTMLInputElement) =>
  act(async () => void element.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
const submitForm = () => act(async () => container.querySelector('form')!.requestSubmit());
const readProblems = () =>
  [...container.querySelectorAll('.field-problem')].map((problem) => problem.textContent);

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  localStorage.clear();
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
});
beforeEach(() => {
  container = document.body.appendChild(document.createElement('div'));
  root = createRoot(container);
  submittedValues = [];
});
afterEach(async () => {
  await act(async () => root.unmount());
  container.remove();
  await changeLang('zh_CN');
});

describe('a form over declared fields', () => {
  it('says under each field what is wrong, focuses the first, and keeps what was typed', async () => {
    await renderForm();
    await typeText(findInput('name'), '机加工');
    await submitForm();
    expect(submittedValues).toEqual([null]);
    expect(readProblems()).toEqual(['此项必填']);
    expect(document.activeElement).toBe(findInput('code'));
    expect(findInput('code').getAttribute('aria-invalid')).toBe('true');
    const descriptionId = findInput('code').getAttribute('aria-describedby');
    expect(document.getElementById(descriptionId!)?.textContent).toBe('此项必填');
    expect(findInput('name').value).toBe('机加工');
  });

  it('labels every input', async () => {
    await renderForm();
    const label = container.querySelector<HTMLLabelElement>('[data-field="code"] label')!;
    expect(label.htmlFor).toBe(findInput('code').id);
    expect(label.textContent).toContain('编码');
  });

  it('removes a problem when its field changes, and submits validated values', async () => {
    await renderForm();
    await submitForm();
    await typeText(findInput('code'), ' CT1 ');
    await typeText(findInput('name'), 'Machining');
    expect(readProblems()).toEqual([]);
    await submitForm();
    expect(submittedValues.at(-1)).toEqual({ code: 'CT1', name: 'Machining', parentId: null, rates: [] });
  });

  it('shows the problem of the server under its field', async () => {
    await renderForm({ code: 'CT1', name: 'Machining' });
    await act(async () => form.refuse({ code: '编码“CT1”已存在' }));
    expect(readProblems()).toEqual(['编码“CT1”已存在']);
    expect(document.activeElement).toBe(findInput('code'));
  });

  it('shows a problem in the current language', async () => {
    await renderForm();
    await submitForm();
    await act(async () => changeLang('en_US'));
    expect(readProblems()).toEqual(['This is required', 'This is required']);
  });

  it('validates owned rows', async () => {
    await renderForm({
      code: 'CT1',
      name: 'Machining',
      rates: [{ validFrom: null, deviceHourRate: null, manHourRate: null }],
    });
    await typeText(findInput('rates', 1), '1,5');
    await submitForm();
    expect(readProblems()).toEqual(['此项必填', '应为数字，小数点用“.”']);
    await typeText(findInput('rates', 0), '2026-3-5');
    await leaveInput(findInput('rates', 0));
    await typeText(findInput('rates', 1), '1.5');
    await submitForm();
    expect(submittedValues.at(-1)).toMatchObject({
      rates: [{ validFrom: '2026-03-05', deviceHourRate: 1.5, manHourRate: null }],
    });
  });

  it('saves owned rows without the labels that the server sent', async () => {
    await renderForm({
      code: 'CT1',
      name: 'M',
      rates: [{ validFrom: '2026-01-01', deviceHourRate: 1, manHourRate: null, labels: { x: 'y' } }],
    });
    await submitForm();
    expect(submittedValues.at(-1)).toMatchObject({
      rates: [{ validFrom: '2026-01-01', deviceHourRate: 1, manHourRate: null }],
    });
  });

  it('knows whether anything was changed', async () => {
    await renderForm({ code: 'CT1', name: 'Machining' });
    expect(form.dirty).toBe(false);
    await typeText(findInput('name'), 'Milling');
    expect(form.dirty).toBe(true);
    await typeText(findInput('name'), 'Machining');
    expect(form.dirty).toBe(false);
  });
});
