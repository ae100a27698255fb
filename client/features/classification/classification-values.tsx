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

/** Edits the words of one class: users with the permissions rename, reorder, add and delete words. */
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
  const order = reorderedWords ?? words;
  const tree = listVisibleTreeRows(order as unknown as AnyRow[], 'parentId', NO_COLLAPSED_WORD_IDS);

  /** The key of the input whose text the server refused; null if there is none. */
  const [refused, setRefused] = useState<string | null>(null);
  const write = async (fields: Record<string, unknown>): Promise<boolean> => {
    const isSaved = await send(`${PATH}/save`, fields).then(
      () => true,
      () => false,
    );
    await onChanged();
    return isSaved;
  };
  const add = async () => {
    if (code.trim() === '' || name.trim() === '') return;
    if (!(await write({ classId, code, name }))) return;
    setCode('');
    setName('');
  };
  const rename = async (word: ClassificationWord, field: 'code' | 'name', text: string) => {
    const input = `${field} ${word.id}`;
    const isChanged = text.trim() !== '' && text !== word[field];
    const isSaved = !isChanged || (await write({ id: word.id, version: word.version, [field]: text }));
    setRefused((last) => (isSaved ? (last === input ? null : last) : input));
  };
  const wanted = useRef<readonly ClassificationWord[] | null>(null);
  const put = (from: string, to: string) => {
    wanted.current = moveItem(wanted.current ?? words, ({ id }) => String(id), from, to);
    setReorderedWords(wanted.current);
  };
  const keep = async () => {
    const next = wanted.current;
    wanted.current = null;
    if (next)
      await send(`${PATH}/arrange`, { classId, ids: next.map(({ id }) => id) }).catch(() => undefined);
    await onChanged();
    if (wanted.current === null) setReorderedWords(null);
  };
  const reorder = useReorder<HTMLUListElement>(
    tree.map(({ row }) => String(row.id)),
    put,
    () => void keep(),
  );
  const onEnter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur();
  };
  return (
    <div className="class-words">
      {order.length === 0 && <p className="page-about">{t('noWordsYet')}</p>}
      <ul ref={reorder.list} aria-label={t('wordsOf', { name: t(classId) })}>
        {tree.map(({ row, depth }) => {
          const word = row as unknown as ClassificationWord;
          return (
            <li
              key={`${word.id} ${word.version}`}
              {...reorder.row(String(word.id))}
              className={reorder.dragged === String(word.id) ? 'is-dragged' : undefined}
              style={{ paddingInlineStart: depth * 24 }}
            >
              <DragHandle
                label={t('moveNamed', { name: word.name })}
                disabled={!mayModify}
                {...reorder.handle(String(word.id))}
              />
              <InputGroup
                className="word-code"
                aria-label={`${t('code')} ${word.name}`}
                defaultValue={word.code}
                maxLength={40}
                readOnly={!mayModify}
                intent={refused === `code ${word.id}` ? 'danger' : 'none'}
                onBlur={(event) => void rename(word, 'code', event.target.value)}
                onKeyDown={onEnter}
              />
              <InputGroup
                className="word-name"
                aria-label={`${t('name')} ${word.code}`}
                defaultValue={word.name}
                maxLength={100}
                readOnly={!mayModify}
                intent={refused === `name ${word.id}` ? 'danger' : 'none'}
                onBlur={(event) => void rename(word, 'name', event.target.value)}
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
            void add();
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
