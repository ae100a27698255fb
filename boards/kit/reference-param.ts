/**
 * Builds the parameter of a report that names the row which a tile is about. The tile's own setting takes precedence
 * over the variable of the board. Both are ids of rows. The server refuses a variable that is no id.
 * @param name the name of the parameter
 * @param setting the value of the tile's setting; null if it is empty
 * @param variableValue the value of the board's variable; undefined or '' if it is not set
 * @returns an object without the parameter if neither is set
 */
export function buildReferenceParam(
  name: string,
  setting: number | null,
  variableValue: string | undefined,
): Record<string, string> {
  const id = setting === null ? (variableValue ?? '').trim() : String(setting);
  return id === '' ? {} : { [name]: id };
}
