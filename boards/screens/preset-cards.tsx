import { Button, Classes } from '@blueprintjs/core';
import { Link } from 'react-router-dom';
import type { Board } from '#shared/boards/board.ts';
import { BOARD_PRESETS, type BoardPreset } from '#shared/boards/preset-names.ts';
import { useT } from '#client/kit/words/t.ts';
import { presets } from '../presets/index.ts';
import { BoardSketch } from './board-sketch.tsx';
import './preset-cards.css';

interface Props {
  /** Copies a preset; absent if the user may not add boards. */
  onCopy?: ((preset: BoardPreset, board: Board, title: string) => void) | undefined;
}

/** Shows the boards that ship with the product. They can be opened and copied, but not changed. */
export function PresetCards({ onCopy }: Props) {
  const t = useT();
  return (
    <section className="board-presets" aria-labelledby="presets-title">
      <h2 id="presets-title">{t('presets')}</h2>
      <p>{t('presetsAbout')}</p>
      <ul>
        {BOARD_PRESETS.map((name) => {
          const { title, board } = presets[name];
          return (
            <li key={name} className="card">
              <BoardSketch board={board} />
              <strong>{t(title)}</strong>
              <div className="preset-actions">
                <Link
                  className={Classes.BUTTON}
                  to={`/board/${name}`}
                  aria-label={`${t('openBoard')}: ${t(title)}`}
                >
                  {t('openBoard')}
                </Link>
                {onCopy && (
                  <Button
                    text={t('copy')}
                    aria-label={`${t('copy')}: ${t(title)}`}
                    onClick={() => onCopy(name, board, t(title))}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
