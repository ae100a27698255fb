import { TileCard } from './tile-card.tsx';

interface Props {
  children: string;
}

/** What stands in the place of a tile that cannot be shown: it says why, and the others stay. */
export function BrokenTile({ children }: Props) {
  return (
    <section className="tile">
      <div className="tile-body">
        <TileCard isProblem>{children}</TileCard>
      </div>
    </section>
  );
}
