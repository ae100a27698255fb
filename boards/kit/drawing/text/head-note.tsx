import { useContext } from 'react';
import { createPortal } from 'react-dom';
import { TileHeadContext } from '../../tile/tile-head.ts';
import './head-note.css';

/** Shows a short text in the head of the tile, such as the work group that the tile is about. */
export function HeadNote({ children }: { children: string }) {
  const head = useContext(TileHeadContext);
  return head && children !== '' ? createPortal(<span className="head-note">{children}</span>, head) : null;
}
