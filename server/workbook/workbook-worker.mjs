// This worker reads an uploaded workbook in its own thread with limited memory, so that a malicious file cannot
// block other users. An xlsx file is a zip archive. The worker refuses an archive with macros, and an archive whose
// unpacked content is too large. From any other archive it copies the parts that describe cells into a new archive,
// which the library XLSX reads. The library reads an xls file as it is.
import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import XLSX from '@e965/xlsx';
import yauzl from 'yauzl';
import yazl from 'yazl';

const { path, limits } = workerData;

/** An error whose code is sent to the user. For any other error, the code is fileUnreadable. */
class RefusedFileError extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

const CELL_FILE_PATH_PATTERN =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;
const MACRO_FILE_PATH_PATTERN = /(^|\/)vbaProject\.bin$/i;
const CONTENT_TYPES_FILE_NAME = '[content_types].xml';
const CONTENT_TYPE_ENTRY_PATTERN =
  /<Override\b[^>]*?\bPartName\s*=\s*["']\/?([^"']+)["'][^>]*?(?:\/>|>\s*<\/Override>)/gi;
/** The maximum compression ratio of a file in the archive. Files with an unpacked size of up to 20 MB may exceed it. */
const MAX_COMPRESSION_RATIO = 200;
const MIN_BYTES_FOR_RATIO_CHECK = 20 * 1024 * 1024;

const openZip = (file) =>
  new Promise((done, failed) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? failed(error) : done(zip),
    );
  });

function inflateEntry(zip, entry, room) {
  return new Promise((done, failed) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return failed(error);
      const pieces = [];
      let bytes = 0;
      stream.on('data', (piece) => {
        bytes += piece.length;
        if (bytes > room) stream.destroy(new RefusedFileError('fileUnpacksTooLarge'));
        else pieces.push(piece);
      });
      stream.once('error', failed);
      stream.once('end', () => done(Buffer.concat(pieces)));
    });
  });
}

/** Repacks the parts of an xlsx file that describe cells into an uncompressed archive. */
async function repackCellFiles(file) {
  const zip = await openZip(file);
  const clean = new yazl.ZipFile();
  let entries = 0;
  let bytes = 0;
  const seen = new Set();
  let types = Buffer.alloc(0);
  try {
    await new Promise((done, failed) => {
      zip.once('error', failed);
      zip.once('end', done);
      zip.on('entry', (entry) => {
        entries += 1;
        const name = entry.fileName;
        const tooMuch =
          entries > limits.entries ||
          entry.uncompressedSize > limits.bytes ||
          (entry.uncompressedSize > MIN_BYTES_FOR_RATIO_CHECK &&
            entry.uncompressedSize > MAX_COMPRESSION_RATIO * entry.compressedSize);
        if (tooMuch) return failed(new RefusedFileError('fileUnpacksTooLarge'));
        if (MACRO_FILE_PATH_PATTERN.test(name)) return failed(new RefusedFileError('fileType'));
        if (!CELL_FILE_PATH_PATTERN.test(name) || seen.has(name.toLowerCase())) return zip.readEntry();
        seen.add(name.toLowerCase());
        inflateEntry(zip, entry, limits.bytes - bytes).then((content) => {
          bytes += content.length;
          if (name.toLowerCase() === CONTENT_TYPES_FILE_NAME) types = content;
          else clean.addBuffer(content, name, { compress: false });
          zip.readEntry();
        }, failed);
      });
      zip.readEntry();
    });
  } finally {
    zip.close();
  }
  if (!seen.has('xl/workbook.xml')) throw new RefusedFileError('fileType');
  // The file [Content_Types].xml must name only parts that are in the new archive.
  const keptTypes = types
    .toString('utf8')
    .replace(CONTENT_TYPE_ENTRY_PATTERN, (all, part) => (seen.has(part.toLowerCase()) ? all : ''));
  clean.addBuffer(Buffer.from(keptTypes), '[Content_Types].xml', { compress: false });
  clean.end();
  const pieces = [];
  for await (const piece of clean.outputStream) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function readWorkbookContent(file) {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(8);
    await handle.read(head, 0, 8, 0);
    if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return await repackCellFiles(file);
    if (head.equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) return await handle.readFile();
    throw new RefusedFileError('fileType');
  } finally {
    await handle.close();
  }
}

/**
 * Matches a reference to another file or program. A formula with such a reference is read without its stored value.
 */
const EXTERNAL_REFERENCE_PATTERN = /[[|]|https?:|\bWEBSERVICE\b|\bDDE/i;

/** Converts a cell of the library to an `UploadedCell` (read-workbook.ts). */
function convertCell(cell) {
  if (!cell || cell.t === 'z' || cell.v === undefined || cell.v === '') {
    return cell?.f !== undefined || cell?.F !== undefined ? ['f', null] : null;
  }
  if (cell.f !== undefined && EXTERNAL_REFERENCE_PATTERN.test(cell.f)) return ['f', null];
  if (cell.t === 'b') return ['b', cell.v];
  if (cell.t === 'e') return ['e', cell.w ?? '#'];
  if (cell.t === 's') return ['s', cell.v];
  if (cell.t !== 'n') return ['e', '#'];
  const format = typeof cell.z === 'string' ? cell.z : '';
  // The file stores a code such as 00012 as the number 12 with a format that adds the zeros.
  if (/^0{2,}$/.test(format) && Number.isInteger(cell.v))
    return ['s', String(cell.v).padStart(format.length, '0')];
  return [XLSX.SSF.is_date(format) ? 'd' : 'n', cell.v];
}

function* readRows(sheet) {
  const data = sheet['!data'] ?? [];
  for (let at = 0; at < data.length; at++) {
    const row = data[at];
    if (!row) continue;
    const cells = Array.from(row, convertCell);
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    if (cells.length > limits.columns) throw new RefusedFileError('fileUnreadable');
    if (cells.length > 0) yield { at: at + 1, cells };
  }
}

async function* readWorkbookItems() {
  const content = await readWorkbookContent(path);
  let book;
  try {
    book = XLSX.read(content, {
      type: 'buffer',
      dense: true,
      cellFormula: true,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      cellDates: false,
      // The library reads some more rows than are allowed, so that readWorkbook can refuse the file.
      sheetRows: limits.rows + 100,
    });
  } catch (error) {
    throw new RefusedFileError(/password/i.test(String(error?.message)) ? 'fileProtected' : 'fileUnreadable');
  }
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name];
    const allMerges = sheet['!merges'] ?? [];
    if (allMerges.length > limits.merges) throw new RefusedFileError('fileUnreadable');
    const merges = allMerges.map(({ s, e }) => [s.r + 1, s.c, e.r + 1, e.c]);
    yield { sheet: name, merges, is1904 };
    for (const row of readRows(sheet)) yield row;
    delete book.Sheets[name];
  }
}

const workbookItems = readWorkbookItems();
parentPort.on('message', async (count) => {
  try {
    const items = [];
    let ended = false;
    while (items.length < count && !ended) {
      const { value, done } = await workbookItems.next();
      if (done) ended = true;
      else items.push(value);
    }
    parentPort.postMessage({ items, ended });
  } catch (error) {
    parentPort.postMessage({ refused: error instanceof RefusedFileError ? error.code : 'fileUnreadable' });
  }
});
