/** Returns an address that redirects to the page of a row, wherever the entity's pages are. */
export const makeOpenRowPath = (entity: string, id: number): string => `/open/${entity}/${id}`;
