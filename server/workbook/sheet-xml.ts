import { toColumnLetters, toDateSerialNumber, type Cell, type CellKind, type SheetColumn } from './cell.ts';

const MAX_CELL_CHARACTERS = 32_767;
/** The indexes of the cell styles in STYLES_XML. */
const CELL_STYLE_INDEXES = { header: 1, text: 2, guarded: 3, date: 4, moment: 5 } as const;
const STYLE_INDEX_BY_CELL_KIND: Record<CellKind, number> = {
  text: CELL_STYLE_INDEXES.text,
  number: 0,
  date: CELL_STYLE_INDEXES.date,
  moment: CELL_STYLE_INDEXES.moment,
};

/**
 * Matches a text that begins like a formula. Spreadsheet programs do not evaluate it, because the cell holds a text.
 * The style with quotePrefix keeps it a text after a user edits the cell.
 */
const FORMULA_START_PATTERN = /^[=+\-@\t\r]/;

/**
 * Matches the characters that must be escaped: characters that XML cannot contain, the carriage return, and an
 * underscore that begins an escape such as `_x000B_`.
 */
// oxlint-disable-next-line no-control-regex
const CHARACTERS_TO_ESCAPE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9a-f]{4}_)/giu;
const MARKUP_CHARACTERS = /[&<>]/g;
const MARKUP_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeXml = (text: string): string =>
  text
    .replace(
      CHARACTERS_TO_ESCAPE,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(MARKUP_CHARACTERS, (character) => MARKUP_ENTITIES[character]!);

export const escapeAttribute = (text: string): string => escapeXml(text).replace(/"/g, '&quot;');

const truncateText = (text: string): string =>
  text.length <= MAX_CELL_CHARACTERS
    ? text
    : `${text.slice(0, MAX_CELL_CHARACTERS - 1).replace(/[\ud800-\udbff]$/, '')}…`;

function renderTextCell(cellAddress: string, text: string, styleIndex: number): string {
  const content = truncateText(text);
  const cellStyleIndex =
    styleIndex === CELL_STYLE_INDEXES.text && FORMULA_START_PATTERN.test(content)
      ? CELL_STYLE_INDEXES.guarded
      : styleIndex;
  return `<c r="${cellAddress}" s="${cellStyleIndex}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(content)}</t></is></c>`;
}

function renderCell(cellAddress: string, kind: CellKind, value: Cell): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number') return `<c r="${cellAddress}"><v>${value}</v></c>`;
  if (kind !== 'date' && kind !== 'moment')
    return renderTextCell(cellAddress, value, CELL_STYLE_INDEXES.text);
  const serial = toDateSerialNumber(value);
  return Number.isNaN(serial)
    ? renderTextCell(cellAddress, value, CELL_STYLE_INDEXES.text)
    : `<c r="${cellAddress}" s="${STYLE_INDEX_BY_CELL_KIND[kind]}"><v>${serial}</v></c>`;
}

/** Builds the XML of one worksheet piece by piece. */
export class SheetXmlBuilder {
  private readonly columns: readonly SheetColumn[];
  private readonly letters: string[];
  private rowNumber = 1;

  constructor(columns: readonly SheetColumn[]) {
    this.columns = columns;
    this.letters = columns.map((_column, index) => toColumnLetters(index));
  }

  /** Returns the XML before the rows, including the heading. */
  begin(): string {
    const columnsXml = this.columns.map(
      ({ width, kind }, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width}" style="${STYLE_INDEX_BY_CELL_KIND[kind]}" customWidth="1"/>`,
    );
    const heading = this.columns.map(({ header }, index) =>
      renderTextCell(`${this.letters[index]}1`, header, CELL_STYLE_INDEXES.header),
    );
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columnsXml.join('')}</cols><sheetData><row r="1" ht="20" customHeight="1">${heading.join('')}</row>`;
  }

  /** Returns the XML of the next rows. */
  rows(rows: readonly (readonly Cell[])[]): string {
    let xml = '';
    for (const values of rows) {
      this.rowNumber += 1;
      xml += `<row r="${this.rowNumber}">`;
      for (let index = 0; index < values.length; index++)
        xml += renderCell(
          `${this.letters[index]}${this.rowNumber}`,
          this.columns[index]!.kind,
          values[index]!,
        );
      xml += '</row>';
    }
    return xml;
  }

  /** Returns the XML after the rows, with the filter buttons of the heading and the allowed values of the columns. */
  end(): string {
    const lastLetters = this.letters.at(-1) ?? 'A';
    const valueLists = this.columns.flatMap(({ allowedValuesRange: from }, index) =>
      from
        ? [
            `<dataValidation type="list" allowBlank="1" sqref="${this.letters[index]}2:${this.letters[index]}1048576"><formula1>${escapeXml(from)}</formula1></dataValidation>`,
          ]
        : [],
    );
    const validations =
      valueLists.length > 0
        ? `<dataValidations count="${valueLists.length}">${valueLists.join('')}</dataValidations>`
        : '';
    return `</sheetData><autoFilter ref="A1:${lastLetters}${this.rowNumber}"/>${validations}</worksheet>`;
  }
}

export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE5E8EB"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF8F99A8"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="2" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center"/></xf><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
