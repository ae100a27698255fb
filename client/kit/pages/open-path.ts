/** Where the page of a row is opened from anywhere: the address itself knows where each entity has its pages. */
export const openPath = (entity: string, id: number): string => `/open/${entity}/${id}`;
