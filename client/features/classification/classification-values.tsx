import { Button, InputGroup } from '@blueprintjs/core';
import { PlusIcon, TrashIcon } from '@blueprintjs/icons';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { entities, type Entity } from '#shared/entities/index.ts';
import type { EntityDeclaration } from '#shared/kernel/entity.ts';
import { hasPermission, getActionPermission } from '#shared/kernel/permissions.ts';
import type { ClassificationClass } from '#shared/entities/classification-ref.ts';
import { moveItem } from '#shared/rules/move-item.ts';
import { listVisibleTreeRows } from '#client/crud/list/tree-rows.ts';
import type { AnyRow } from '#client/crud/row.ts';
import { useDeleteRows } from '#client/crud/edit/use-delete.ts';
import { send } from '#client/kit/wire/call.ts';
import { DragHandle } from '#client/kit/elements/drag-handle.tsx';
import { useReorder } from '#client/kit/elements/use-reorder.ts';
import { useUser } from '#client/kit/wire/session.ts';
import { useT } from '#client/kit/words/t.ts';

type ClassificationWord = Entity<'classification'>;
interface Props {
  classId: ClassificationClass;
  words: readonly ClassificationWord[];
  onChanged: () => Promise<unknown>;
}

const { path: PATH, permission } = entities.classification;
const NO_COLLAPSED_WORD_IDS: ReadonlySet<number> = new Set();

/** Edits the words of one class. Users with permissions rename, reorder, add and delete words. */
export function ClassificationValues({ classId, words, onChanged }: Props) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const remove = useDeleteRows(entities.classification as EntityDeclaration);
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [reorderedWords, setReorderedWords] = useState<readonly ClassificationWord[] | null>(null);
  const mayAdd = hasPermission(user, getActionPermission(permission, 'ADD'));
  const mayModify = hasPermission(user, getActionPermission(permission, 'MODIFY'));
  const orderedWords = reorderedWords ?? words;
  const treeRows = listVisibleTreeRows(
    orderedWords as unknown as AnyRow[],
    'parentId',
    NO_COLLAPSED_WORD_IDS,
  );

  /** The key of the input whose text the server refused; null if there is none. */
  const [refusedInput, setRefusedInput] = useState<string | null>(null);
  const saveWord = async (fields: Record<string, unknown>): Promise<boolean> => {
    const isSaved = await send(`${PATH}/save`, fields).then(
      () => true,
      () => false,
    );
    await onChanged();
    return isSaved;
  };
  const addWord = async () => {
    if (code.trim() === '' || name.trim() === '') return;
    if (!(await saveWord({ classId, code, name }))) return;
    setCode('');
    setName('');
  };
  const renameWord = async (word: ClassificationWord, field: 'code' | 'name', text: string) => {
    const inputKey = `${field} ${word.id}`;
    const isChanged = text.trim() !== '' && text !== word[field];
    const isSaved = !isChanged || (await saveWord({ id: word.id, version: word.version, [field]: text }));
    setRefusedInput((previous) => (isSaved ? (previous === inputKey ? null : previous) : inputKey));
  };
  const pendingOrder = useRef<readonly ClassificationWord[] | null>(null);
  const moveWord = (from: string, to: string) => {
    pendingOrder.current = moveItem(pendingOrder.current ?? words, ({ id }) => String(id), from, to);
    setReorderedWords(pendingOrder.current);
  };
  const saveOrder = async () => {
    const next = pendingOrder.current;
    pendingOrder.current = null;
    if (next)
      await send(`${PATH}/arrange`, { classId, ids: next.map(({ id }) => id) }).catch(() => undefined);
    await onChanged();
    if (pendingOrder.current === null) setReorderedWords(null);
  };
  const reordering = useReorder<HTMLUListElement>(
    treeRows.map(({ row }) => String(row.id)),
    moveWord,
    () => void saveOrder(),
  );
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur();
  };
  return (
    <div className="class-words">
      {orderedWords.length === 0 && <p className="page-about">{t('noWordsYet')}</p>}
      <ul ref={reordering.list} aria-label={t('wordsOf', { name: t(classId) })}>
        {treeRows.map(({ row, depth }) => {
          const word = row as unknown as ClassificationWord;
          return (
            <li
              key={`${word.id} ${word.version}`}
              {...reordering.getRowAttributes(String(word.id))}
              className={reordering.draggedName === String(word.id) ? 'is-dragged' : undefined}
              style={{ paddingInlineStart: depth * 24 }}
            >
              <DragHandle
                label={t('moveNamed', { name: word.name })}
                disabled={!mayModify}
                {...reordering.getHandleProps(String(word.id))}
              />
              <InputGroup
                className="word-code"
                aria-label={`${t('code')} ${word.name}`}
                defaultValue={word.code}
                maxLength={40}
                readOnly={!mayModify}
                intent={refusedInput === `code ${word.id}` ? 'danger' : 'none'}
                onBlur={(event) => void renameWord(word, 'code', event.target.value)}
                onKeyDown={onEnter}
              />
              <InputGroup
                className="word-name"
                aria-label={`${t('name')} ${word.code}`}
                defaultValue={word.name}
                maxLength={100}
                readOnly={!mayModify}
                intent={refusedInput === `name ${word.id}` ? 'danger' : 'none'}
                onBlur={(event) => void renameWord(word, 'name', event.target.value)}
                onKeyDown={onEnter}
              />
              {mayModify && (
                <Button
                  variant="minimal"
                  text={t('edit')}
                  onClick={() => void navigate(`/system/classify/edit/${word.id}`)}
                />
              )}
              {hasPermission(user, getActionPermission(permission, 'DELETE')) && (
                <Button
                  variant="minimal"
                  icon={<TrashIcon />}
                  aria-label={t('removeNamed', { name: word.name })}
                  onClick={() => void remove([word.id], word.name).then(onChanged)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {mayAdd && (
        <form
          className="word-new"
          aria-label={t('newWord')}
          onSubmit={(event) => {
            event.preventDefault();
            void addWord();
          }}
        >
          <InputGroup
            className="word-code"
            aria-label={t('code')}
            aria-keyshortcuts="n"
            placeholder={t('code')}
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <InputGroup
            className="word-name"
            aria-label={t('name')}
            placeholder={t('name')}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button
            type="submit"
            icon={<PlusIcon />}
            text={t('addLine')}
            disabled={code.trim() === '' || name.trim() === ''}
          />
        </form>
      )}
    </div>
  );
}
