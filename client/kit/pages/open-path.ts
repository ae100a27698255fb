/**
 * Returns the address that redirects to the page of a row, so that the caller need not know where the
 * entity's pages are.
 */
export const openPath = (entity: string, id: number): string => `/open/${entity}/${id}`;
