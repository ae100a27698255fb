import { createContext, useContext } from 'react';

/** The parameters of a tile's source: what the settings of the tile and the variables of the board give. */
export type TileParams = Readonly<Record<string, string>>;

const NO_PARAMS: TileParams = {};

export const TileParamsContext = createContext(NO_PARAMS);

export const useTileParams = (): TileParams => useContext(TileParamsContext);
