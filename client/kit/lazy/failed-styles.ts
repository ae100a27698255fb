/** The URLs of style sheets that failed to load. The bundler itself does not request them again. */
const failedStyleUrls = new Set<string>();

/** Starts to record style sheets that fail to load. */
export function startRecordingFailedStyles(): void {
  const recordFailedStyle = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    failedStyleUrls.add(target.href);
    target.remove();
  };
  window.addEventListener('error', recordFailedStyle, true);
}

const fetchStyle = (href: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.addEventListener('load', () => {
      failedStyleUrls.delete(href);
      resolve();
    });
    link.addEventListener('error', () => reject(new Error(`The styles did not come: ${href}`)));
    document.head.append(link);
  });

/** Reloads the failed style sheets. @throws Error if a style sheet fails again */
export async function fetchFailedStyles(): Promise<void> {
  await Promise.all([...failedStyleUrls].map(fetchStyle));
}
