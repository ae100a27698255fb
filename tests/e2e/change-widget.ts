import type { Page } from 'playwright';

/**
 * Changes a widget of the built client, to simulate a later or a faulty build.
 * @param file the name of the widget's file, such as 'latest-reports'
 * @param type the type of the widget
 * @param members JavaScript: members of an object that replace those of the widget `original`
 */
export const changeWidget = (page: Page, file: string, type: string, members: string): Promise<unknown> =>
  page.route(new RegExp(`/assets/${file}-[\\w-]{8}\\.js$`), (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `import { ${type} as original } from '${new URL(route.request().url()).pathname}?original';
        export const ${type} = { ...original, ${members} };`,
    }),
  );
