import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { costType } from '#shared/entities/cost-type.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm, type Form } from '#client/kit/forms/use-form.ts';
import { setUpWords } from '#client/kit/words/t.ts';
import { getTermsOfLanguage } from '#client/words-plugin.ts';

let root: Root;
let submissionCount: number;

function StepwiseTestDialog() {
  const form = useForm(costType.fields) as unknown as Form;
  return (
    <FormDialog
      title="New"
      form={form}
      busy={false}
      submitText="Create"
      stepwise
      onSubmit={() => (submissionCount += 1)}
      onClose={() => undefined}
    >
      <Field of={costType} name="code" />
      <Field of={costType} name="name" />
    </FormDialog>
  );
}

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  await setUpWords(async (lang) => getTermsOfLanguage(lang));
});
beforeEach(() => {
  submissionCount = 0;
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

it('Enter in a field goes to the next field and does not submit a half-filled form', async () => {
  await act(async () => root.render(<StepwiseTestDialog />));
  const findInput = (name: string) =>
    document.querySelector<HTMLInputElement>(`[data-field="${name}"] input`)!;
  const pressEnter = async (element: HTMLElement, options: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...options });
    await act(async () => {
      element.focus();
      // A browser submits a form on Enter unless a handler prevents the default action.
      if (element.dispatchEvent(event)) element.closest('form')!.requestSubmit();
    });
  };
  await pressEnter(findInput('code'));
  expect([submissionCount, document.activeElement]).toEqual([0, findInput('name')]);
  await pressEnter(findInput('name'));
  const createButton = [...document.querySelectorAll('button')].find(
    (button) => button.textContent === 'Create',
  )!;
  expect([submissionCount, document.activeElement]).toEqual([0, createButton]);
  await pressEnter(findInput('code'), { ctrlKey: true });
  expect(submissionCount).toBeGreaterThan(0);
});
