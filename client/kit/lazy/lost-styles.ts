/** Style sheets that did not come. The bundler asks for each only once: its page would stay without them. */
const lost = new Set<string>();

/** Notes the style sheets that do not come, from now on. */
export function noteLostStyles(): void {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    lost.add(target.href);
    target.remove();
  };
  window.addEventListener('error', note, true);
}

const fetchStyle = (href: string): Promise<void> =>
  new Promise((done, failed) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => {
      lost.delete(href);
      done();
    });
    link.addEventListener('error', () => failed(new Error(`The styles did not come: ${href}`)));
    document.head.append(link);
  });

/** Fetches what did not come. @throws Error where it does not come again */
export async function fetchLostStyles(): Promise<void> {
  await Promise.all([...lost].map(fetchStyle));
}
