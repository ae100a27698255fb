import { NavLink } from 'react-router-dom';
import { useT } from '#client/kit/words/t.ts';
import { EntityListRoute } from './entity-list-route.tsx';
import { pageOf } from './entity-pages.ts';
import '#client/kit/pages/tabbed-screen.css';

const FACES = ['offlineFileSetting', 'offlineFileClassification'] as const;

/** Files outside the product: where they lie, and of which classes they are. */
export function OfflineListRoute({ of }: { of: (typeof FACES)[number] }) {
  const t = useT();
  const tabs = (
    <nav className="tabs" aria-label={t('offlineFiles')}>
      {FACES.map((face) => {
        const { title, listPath } = pageOf(face)!;
        return (
          <NavLink key={face} to={listPath}>
            {t(title ?? face)}
          </NavLink>
        );
      })}
    </nav>
  );
  return <EntityListRoute page={pageOf(of)!} tabs={tabs} />;
}
