import { QrCode } from '#client/kit/elements/qr-code.tsx';
import { WALL_PATH } from '#client/kit/pages/addresses.ts';
import { useT } from '#client/kit/words/t.ts';

/** The pages that are meant for tablets and wall screens. */
const TABLET_AND_WALL_PAGES = [
  { path: '/terminal', title: 'floorReporting' },
  { path: '/largeScreenReportForm', title: 'largeScreen1' },
  { path: '/largeScreenReportForm1', title: 'largeScreen2' },
  { path: WALL_PATH, title: 'pairScreen' },
] as const;

/** Shows the addresses of the pages for tablets and wall screens as QR codes. */
export function TabletAndWallAddresses() {
  const t = useT();
  return (
    <section className="card download-card">
      <h2>{t('addresses')}</h2>
      <p className="download-about">{t('addressesAbout')}</p>
      <ul className="download-addresses">
        {TABLET_AND_WALL_PAGES.map(({ path, title }) => {
          const address = window.location.origin + path;
          return (
            <li key={path}>
              <QrCode text={address} label={`${t(title)}: ${address}`} />
              <div>
                <strong>{t(title)}</strong>
                <a href={address}>{address}</a>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
