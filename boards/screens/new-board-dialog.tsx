import { useState } from 'react';
import { EMPTY_BOARD, type Board } from '#shared/boards/board.ts';
import { BOARD_PRESETS, type BoardPreset } from '#shared/boards/preset-names.ts';
import { entities } from '#shared/entities/index.ts';
import { Field } from '#client/kit/fields/field.tsx';
import { FormDialog } from '#client/kit/forms/form-dialog.tsx';
import { useForm } from '#client/kit/forms/use-form.ts';
import { useSubmit } from '#client/kit/forms/use-submit.ts';
import { useT } from '#client/kit/words/t.ts';
import { presets } from '../presets/index.ts';
import { BoardSketch } from './board-sketch.tsx';
import './new-board-dialog.css';

const NAME_FIELDS = { name: entities.board.fields.name };
const NAME_FORM = { fields: NAME_FIELDS };
const TEMPLATES = ['empty', ...BOARD_PRESETS] as const;
type Template = (typeof TEMPLATES)[number];

interface Props {
  /** Adds the board. @param preset the preset from which it is copied; null for an empty board */
  onAdd: (name: string, board: Board, preset: BoardPreset | null) => Promise<void>;
  onClose: () => void;
}

/** Asks for the name of a new board, and whether it begins empty or as a copy of a preset. */
export function NewBoardDialog({ onAdd, onClose }: Props) {
  const t = useT();
  const [template, setTemplate] = useState<Template>('empty');
  const form = useForm(NAME_FIELDS);
  const { busy, submit } = useSubmit(form, ({ name }) =>
    template === 'empty' ? onAdd(name, EMPTY_BOARD, null) : onAdd(name, presets[template].board, template),
  );
  return (
    <FormDialog
      title={t('newBoard')}
      form={form}
      busy={busy}
      submitText={t('newBoard')}
      onSubmit={submit}
      onClose={onClose}
      wide
    >
      <Field of={NAME_FORM} name="name" autoFocus />
      <fieldset className="templates">
        <legend>{t('startFrom')}</legend>
        {TEMPLATES.map((option) => (
          <label key={option} className="template">
            <input
              type="radio"
              name="template"
              checked={template === option}
              onChange={() => setTemplate(option)}
            />
            <BoardSketch board={option === 'empty' ? EMPTY_BOARD : presets[option].board} />
            <span>{option === 'empty' ? t('emptyBoard') : t(presets[option].title)}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
