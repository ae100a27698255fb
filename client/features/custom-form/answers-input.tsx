import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { splitOptions, buildQuestionField, type Question } from '#shared/rules/custom-answers.ts';
import { call } from '#client/kit/wire/call.ts';
import { FieldInput } from '#client/kit/fields/field-input.tsx';
import type { InputProps } from '#client/kit/fields/input-props.ts';
import { formatProblem } from '#client/kit/fields/lines/lines-input.tsx';
import { useEnclosingForm } from '#client/kit/forms/form-context.tsx';
import { queryKeys } from '#client/kit/wire/query-keys.ts';
import { useT } from '#client/kit/words/t.ts';
import '#client/crud/edit/edit-page.css';
import './records.css';

type Answer = Question & { answer: string | null };

interface AnswerProps extends InputProps {
  question: Answer;
}

/** Edits the answer to one question. The answer is stored as text. */
function AnswerInput({ question, onChange, ...props }: AnswerProps) {
  const t = useT();
  const changeAnswer = (value: unknown) =>
    onChange(value === null || value === undefined || value === '' ? null : String(value));
  if (question.kind !== 'choiceAnswer' && question.kind !== 'flagAnswer')
    return <FieldInput {...props} field={buildQuestionField(question)} onChange={changeAnswer} />;
  const options =
    question.kind === 'flagAnswer'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : splitOptions(question.options).map((option) => ({ value: option, label: option }));
  return (
    <HTMLSelect
      id={props.id}
      fill
      value={typeof props.value === 'string' ? props.value : ''}
      disabled={props.disabled ?? false}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      onChange={(event) => changeAnswer(event.target.value)}
      options={[{ value: '', label: '—' }, ...options]}
    />
  );
}

/**
 * Edits the answers of a record. A new record copies the questions of the custom form that the user
 * chooses. An existing record keeps the questions that it copied.
 */
export function AnswersInput({ id, value, onChange, disabled, problems = {} }: InputProps) {
  const t = useT();
  const form = useEnclosingForm();
  const customFormId = form.values['customFormId'];
  const isNew = form.initial['customFormId'] === null;
  const { data } = useQuery({
    queryKey: queryKeys.entity('customForm', 'sheet', customFormId),
    queryFn: ({ signal }) =>
      call<{ questions: Question[] }>('/mes/customRecord/sheet', { customFormId }, { signal }),
    enabled: isNew && typeof customFormId === 'number',
  });
  const answers = (value ?? []) as Answer[];
  const sheetQuestions = data?.questions;
  useEffect(() => {
    if (!isNew || !sheetQuestions) return;
    const answersByQuestion = new Map(answers.map((line) => [line.question, line.answer]));
    onChange(
      sheetQuestions.map((question) => ({
        ...question,
        answer: answersByQuestion.get(question.question) ?? null,
      })),
    );
    // The effect must run only when the user chooses another custom form, not when an answer changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [sheetQuestions, isNew]);

  if (answers.length === 0) return <p className="record-none">{t('chooseSheet')}</p>;
  return (
    <div className="edit-fields">
      {answers.map((line, index) => {
        const inputId = `${id}-${index}`;
        const problem = formatProblem(problems[`answers[${index}].answer`], t);
        return (
          <div key={line.question} className={`field${problem ? ' field-refused' : ''}`}>
            <label className="field-label" htmlFor={inputId}>
              {line.question}
              {line.required && <span className="required-mark"> *</span>}
              {line.unit && <span className="unit"> {line.unit}</span>}
            </label>
            <AnswerInput
              question={line}
              field={buildQuestionField(line)}
              id={inputId}
              value={line.answer}
              invalid={problem !== undefined}
              {...(problem ? { describedBy: `${inputId}-problem` } : {})}
              disabled={disabled ?? false}
              onChange={(answer) =>
                onChange(
                  answers.map((otherLine, otherIndex) =>
                    otherIndex === index ? { ...otherLine, answer } : otherLine,
                  ),
                )
              }
            />
            {problem && (
              <div id={`${inputId}-problem`} className="field-problem">
                {problem}
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
