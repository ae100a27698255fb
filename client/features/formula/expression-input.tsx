import { Button, TextArea } from '@blueprintjs/core';
import { useRef } from 'react';
import { makeInputAttributes } from '#client/kit/fields/input-attributes.ts';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { useT } from '#client/kit/words/t.ts';
import { collectFormulaInputs } from './formula-inputs.ts';
import { FormulaTestRows } from './formula-test-rows.tsx';
import { useFormulaCheck } from './use-formula-check.ts';
import './expression.css';

/**
 * The texts that buttons insert into the expression, besides the names of the inputs. A | marks where the
 * caret is after the insertion.
 */
const INSERTABLE_TEXTS = [
  '+',
  '-',
  '*',
  '/',
  '^',
  '(|)',
  'if(|, , )',
  'min(|)',
  'max(|)',
  'round(|, 2)',
  'floor(|)',
  'ceil(|)',
  'abs(|)',
  'sqrt(|)',
  'pi()',
];

/**
 * Shows an error in an expression and marks its position.
 * @param position the position of the first wrong character, starting at 1
 */
function ExpressionError({
  expression,
  position,
  reason,
}: {
  expression: string;
  position: number;
  reason: string;
}) {
  const index = Math.min(position - 1, expression.length);
  return (
    <p className="expression-wrong">
      <code>
        {expression.slice(0, index)}
        <mark>{expression.slice(index, index + 1).trim() || '\u00a0'}</mark>
        {expression.slice(index + 1)}
      </code>
      <span>{reason}</span>
    </p>
  );
}

/**
 * Edits the expression of a formula. Buttons insert inputs, operators and functions. The result for the
 * test values updates while the user types.
 */
export function ExpressionInput(props: InputProps) {
  const { value, onChange, disabled = false } = props;
  const t = useT();
  const { values } = useEnclosingForm();
  const textArea = useRef<HTMLTextAreaElement>(null);
  const expression = typeof value === 'string' ? value : '';
  const inputs = collectFormulaInputs(values['inputs']);
  const formulaCheck = useFormulaCheck(expression, inputs);

  const insertText = (insertedText: string) => {
    const element = textArea.current;
    const from = element?.selectionStart ?? expression.length;
    const until = element?.selectionEnd ?? from;
    const caret = insertedText.includes('|') ? insertedText.indexOf('|') : insertedText.length;
    // The text that was selected replaces the | in the inserted text.
    const text = insertedText.replace('|', expression.slice(from, until));
    onChange(`${expression.slice(0, from)}${text}${expression.slice(until)}`);
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(from + caret, from + caret);
    });
  };
  const renderInsertButton = (part: string, name = part.replace('|', '')) => (
    <Button key={part} size="small" text={name} disabled={disabled} onClick={() => insertText(part)} />
  );
  const unit = typeof values['resultUnit'] === 'string' ? values['resultUnit'] : '';
  return (
    <div className="expression">
      <TextArea
        {...makeInputAttributes(props)}
        inputRef={textArea}
        fill
        autoResize
        rows={2}
        className="expression-text"
        spellCheck={false}
        value={expression}
        intent={props.invalid ? 'danger' : 'none'}
        onChange={(event) => onChange(event.target.value)}
      />
      {!disabled && (
        <div className="expression-parts" role="group" aria-label={t('formulaParts')}>
          {inputs.map((input) => (
            <Button
              key={input.name}
              size="small"
              intent="primary"
              variant="outlined"
              text={input.name}
              onClick={() => insertText(input.name)}
            />
          ))}
          {INSERTABLE_TEXTS.map((part) => renderInsertButton(part))}
        </div>
      )}
      {!disabled && <p className="field-note">{t('formulaHelp')}</p>}
      <div className="expression-result" role="status">
        {formulaCheck.data?.problem && (
          <ExpressionError expression={formulaCheck.expression} {...formulaCheck.data.problem} />
        )}
        {formulaCheck.data && formulaCheck.data.result !== null && (
          <p>
            {t('formulaGives')} <strong>{formatNumber(formulaCheck.data.result)}</strong> {unit}
          </p>
        )}
        {formulaCheck.isFetching && !formulaCheck.data && (
          <p className="field-note">{t('formulaChecking')}</p>
        )}
      </div>
      {inputs.length > 0 && <FormulaTestRows expression={expression} inputs={inputs} unit={unit} />}
    </div>
  );
}
