import { HTMLSelect } from '@blueprintjs/core';
import { useMemo, useState } from 'react';
import type { Genealogy, GenealogyNode } from '#shared/ledger/genealogy.ts';
import { listEdgeRows } from '#shared/quality/recall-rows.ts';
import { TableHead } from '#client/kit/tables/table-head.tsx';
import { formatNumber } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { GenealogyChart } from '#client/production/genealogy/genealogy-chart.tsx';
import type { DrawnGenealogy, DrawnNode } from '#client/production/genealogy/genealogy-layout.ts';
import { findFoldedLevel, limitGenealogy } from '#client/production/genealogy/limit-genealogy.ts';

interface Props {
  genealogy: Genealogy;
  /** The key of the chosen node, whose part the table shows; null if the table shows all parts. */
  chosenKey: string | null;
  onChoose: (key: string) => void;
}

/**
 * The number of nodes of a level that are shown at first. One more node stands for the hidden nodes; it unfolds the
 * level.
 */
const NODES_PER_LEVEL = 12;
/** The number of levels that are drawn at first. The user can draw more. */
const FIRST_LEVELS = 5;

/** Describes a node in two lines. A part also has its name in the first line, and its order in the second line. */
function describeNode({ kind, code, name, orderCode, quantity }: GenealogyNode): Omit<DrawnNode, 'key'> {
  const count = quantity === null ? null : formatNumber(quantity);
  const isPart = kind === 'part';
  const title = isPart ? [code, name] : [code];
  const detail = isPart ? [count, orderCode] : [count, name];
  return { title: title.filter(Boolean).join(' '), detail: detail.filter(Boolean).join(' · ') };
}

const draw = ({ nodes, edges }: Genealogy): DrawnGenealogy => ({
  nodes: nodes.map((node) => ({ key: node.key, ...describeNode(node) })),
  edges: edges.map(({ from, to, quantity }) => ({ key: `${from}>${to}`, from, to, quantity })),
});

/**
 * Draws the movements of pieces, level by level. A level with very many nodes shows only the first nodes
 * until the user unfolds the level. A list of the movements follows for people who cannot see the drawing.
 */
export function TraceGenealogy({ genealogy, chosenKey, onChoose }: Props) {
  const t = useT();
  const [wantedLevels, setWantedLevels] = useState(FIRST_LEVELS);
  const [unfoldedLevels, setUnfoldedLevels] = useState<ReadonlySet<number>>(new Set());
  const drawing = useMemo(() => draw(genealogy), [genealogy]);
  const { shownGenealogy, levelCount } = useMemo(
    () =>
      limitGenealogy(
        drawing,
        { levelCount: wantedLevels, nodesPerLevel: NODES_PER_LEVEL, unfoldedLevels },
        { title: (count) => t('foldedNodes', { count }), detail: t('unfoldNodes') },
      ),
    [drawing, wantedLevels, unfoldedLevels, t],
  );
  const choose = (key: string) => {
    const level = findFoldedLevel(key);
    if (level === null) onChoose(key);
    else setUnfoldedLevels(new Set([...unfoldedLevels, level]));
  };
  const levelChoices = [2, 3, FIRST_LEVELS].filter((count) => count < levelCount);
  return (
    <section className="recall-card" aria-label={t('genealogy')}>
      <div className="recall-card-head">
        <h3>{t('genealogy')}</h3>
        {levelChoices.length > 0 && (
          <HTMLSelect
            aria-label={t('levelsShown')}
            value={Math.min(wantedLevels, levelCount)}
            onChange={(event) => setWantedLevels(Number(event.target.value))}
          >
            {levelChoices.map((count) => (
              <option key={count} value={count}>
                {t('firstLevels', { count })}
              </option>
            ))}
            <option value={levelCount}>{t('allLevels')}</option>
          </HTMLSelect>
        )}
      </div>
      <GenealogyChart
        label={t('genealogy')}
        genealogy={shownGenealogy}
        chosenKey={chosenKey}
        onChoose={choose}
      />
      {genealogy.isCut && (
        <p className="recall-remark">{t('genealogyCut', { count: genealogy.edges.length })}</p>
      )}
      {genealogy.edges.some(({ quantity }) => quantity === null) && (
        <p className="recall-remark">{t('quantityUnknown')}</p>
      )}
      {genealogy.edges.length > 0 && (
        <details className="recall-lines">
          <summary>{t('genealogyRows')}</summary>
          <table className="plain-table">
            <TableHead
              heads={[
                t('genealogyFrom'),
                t('genealogyStep'),
                t('genealogyTo'),
                { words: t('quantity'), className: 'figure' },
              ]}
            />
            <tbody>
              {listEdgeRows(genealogy).map(({ key, from, step, to, quantity }) => (
                <tr key={key}>
                  <th scope="row">{from}</th>
                  <td>{t(step)}</td>
                  <td>{to}</td>
                  <td className="figure">{quantity === null ? '—' : formatNumber(quantity)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}
