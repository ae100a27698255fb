/** The number pad of a terminal, while it types a measured value or the quantity of a material. */
export interface ValuePad {
  /** The code of the parameter or the id of the material; null if the pad types a quantity of pieces. */
  active: string | null;
  onActivate: (key: string) => void;
}
