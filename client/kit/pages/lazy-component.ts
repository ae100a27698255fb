import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/**
 * A component that is downloaded when it is first drawn.
 * @param name the export of the module that is it
 */
export const lazyComponent = <K extends string, P>(
  name: K,
  load: () => Promise<{ readonly [name in K]: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: (await load())[name] }));
