import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Sheet } from './cell.ts';
import { escapeAttribute, SheetXmlBuilder, STYLES_XML } from './sheet-xml.ts';

export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The maximum number of rows that a sheet can hold below its heading. */
export const MAX_SHEET_ROWS = 1_048_575;

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006';
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const MEDIA_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const FORBIDDEN_SHEET_NAME_CHARACTERS = /[*?:[\]\\/]/g;

/**
 * Makes sheet names of at most 31 characters, without forbidden characters. A name that equals an earlier name, apart
 * from upper and lower case, gets a number.
 */
function makeSheetNames(sheets: readonly Sheet[]): string[] {
  const takenNames = new Set<string>();
  return sheets.map(({ name }) => {
    const base =
      name
        .replace(FORBIDDEN_SHEET_NAME_CHARACTERS, ' ')
        .replace(/^'+|'+$/g, '')
        .trim()
        .slice(0, 31) || 'Sheet';
    let uniqueName = base;
    for (let number = 2; takenNames.has(uniqueName.toLowerCase()); number++)
      uniqueName = `${base.slice(0, 27)} ${number}`;
    takenNames.add(uniqueName.toLowerCase());
    return uniqueName;
  });
}

/** Builds all files of a workbook except its sheets. @returns pairs of path and content */
function buildWorkbookFiles(names: readonly string[]): [string, string][] {
  const sheets = names.map((name, index) => ({ name, number: index + 1 }));
  const renderEachSheet = (render: (sheet: { name: string; number: number }) => string) =>
    sheets.map(render).join('');
  return [
    [
      '[Content_Types].xml',
      `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA_TYPE_PREFIX}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${MEDIA_TYPE_PREFIX}.styles+xml"/>${renderEachSheet(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${MEDIA_TYPE_PREFIX}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships"><Relationship Id="rId1" Type="${OFFICE_NAMESPACE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${OFFICE_NAMESPACE}"><sheets>${renderEachSheet(({ name, number }) => `<sheet name="${escapeAttribute(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${renderEachSheet(({ number }) => `<Relationship Id="rId${number}" Type="${OFFICE_NAMESPACE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE_NAMESPACE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES_XML],
  ];
}

async function* renderSheet(sheet: Sheet): AsyncGenerator<Buffer> {
  const xml = new SheetXmlBuilder(sheet.columns);
  yield Buffer.from(xml.begin());
  for await (const rows of sheet.rows) if (rows.length > 0) yield Buffer.from(xml.rows(rows));
  yield Buffer.from(xml.end());
}

/**
 * Writes a workbook as a stream, and keeps only a few rows in memory. It renders one sheet after the other, and stops
 * when the reader closes the stream.
 */
export function writeWorkbook(sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  let currentSheetStream: Readable | null = null;
  const fail = (error: Error) => output.destroy(error);
  for (const [path, content] of buildWorkbookFiles(makeSheetNames(sheets)))
    zip.addBuffer(Buffer.from(content), path);
  sheets.forEach((sheet, index) => {
    // The library may request the next sheet after the stream was closed.
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, { compressionLevel: 3 }, (callback) => {
      currentSheetStream = Readable.from(output.destroyed ? [] : renderSheet(sheet), { objectMode: false });
      currentSheetStream.once('error', fail);
      callback(null, currentSheetStream);
    });
  });
  zip.once('error', fail);
  zip.outputStream.once('error', fail);
  output.once('close', () => currentSheetStream?.destroy());
  zip.end();
  return zip.outputStream.pipe(output);
}
