// Reads an uploaded workbook in its own thread with little memory: a hostile file cannot block other users.
// It unpacks only the parts of the zip that hold cells, counts the unpacked bytes, and passes these parts on in a new
// archive: macros, links to other files and pictures never reach the reader.
import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import XLSX from '@e965/xlsx';
import yauzl from 'yauzl';
import yazl from 'yazl';

const { path, limits } = workerData;

/** The errors that the caller sees; any other error means that the file cannot be read. */
class Refused extends Error {
  constructor(code) {
    super(code);
    this.code = code;
  }
}

const PARTS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml)$/i;
const MACROS = /(^|\/)vbaProject\.bin$/i;
const TYPES = '[content_types].xml';
const TYPED = /<Override\b[^>]*?\bPartName\s*=\s*["']\/?([^"']+)["'][^>]*?(?:\/>|>\s*<\/Override>)/gi;
/** The highest compression ratio of a real list; small archives may exceed it. */
const MAX_RATIO = 200;
const RATIO_FLOOR = 20 * 1024 * 1024;

const opened = (file) =>
  new Promise((done, failed) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? failed(error) : done(zip),
    );
  });

function inflate(zip, entry, room) {
  return new Promise((done, failed) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return failed(error);
      const pieces = [];
      let bytes = 0;
      stream.on('data', (piece) => {
        bytes += piece.length;
        if (bytes > room) stream.destroy(new Refused('fileUnpacksTooLarge'));
        else pieces.push(piece);
      });
      stream.once('error', failed);
      stream.once('end', () => done(Buffer.concat(pieces)));
    });
  });
}

/** Repacks the parts that hold cells into an uncompressed archive. */
async function cleanZip(file) {
  const zip = await opened(file);
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
          (entry.uncompressedSize > RATIO_FLOOR && entry.uncompressedSize > MAX_RATIO * entry.compressedSize);
        if (tooMuch) return failed(new Refused('fileUnpacksTooLarge'));
        if (MACROS.test(name)) return failed(new Refused('fileType'));
        if (!PARTS.test(name) || seen.has(name.toLowerCase())) return zip.readEntry();
        seen.add(name.toLowerCase());
        inflate(zip, entry, limits.bytes - bytes).then((content) => {
          bytes += content.length;
          if (name.toLowerCase() === TYPES) types = content;
          else clean.addBuffer(content, name, { compress: false });
          zip.readEntry();
        }, failed);
      });
      zip.readEntry();
    });
  } finally {
    zip.close();
  }
  if (!seen.has('xl/workbook.xml')) throw new Refused('fileType');
  // The content list names only the parts that exist.
  const kept = types
    .toString('utf8')
    .replace(TYPED, (all, part) => (seen.has(part.toLowerCase()) ? all : ''));
  clean.addBuffer(Buffer.from(kept), '[Content_Types].xml', { compress: false });
  clean.end();
  const pieces = [];
  for await (const piece of clean.outputStream) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function contentOf(file) {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(8);
    await handle.read(head, 0, 8, 0);
    if (head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return await cleanZip(file);
    if (head.equals(Buffer.from('d0cf11e0a1b11ae1', 'hex'))) return await handle.readFile();
    throw new Refused('fileType');
  } finally {
    await handle.close();
  }
}

/** References to other files or programs, which a formula must not contain. */
const OUTSIDE = /[[|]|https?:|\bWEBSERVICE\b|\bDDE/i;

/** A cell as [kind, value]: n number, s text, d date or time, b boolean, e error, f formula without a cached value. */
function compact(cell) {
  if (!cell || cell.t === 'z' || cell.v === undefined || cell.v === '') {
    return cell?.f !== undefined || cell?.F !== undefined ? ['f', null] : null;
  }
  if (cell.f !== undefined && OUTSIDE.test(cell.f)) return ['f', null];
  if (cell.t === 'b') return ['b', cell.v];
  if (cell.t === 'e') return ['e', cell.w ?? '#'];
  if (cell.t === 's') return ['s', cell.v];
  if (cell.t !== 'n') return ['e', '#'];
  const format = typeof cell.z === 'string' ? cell.z : '';
  // A code such as 00012 is stored as a number and only formatted with zeros.
  if (/^0{2,}$/.test(format) && Number.isInteger(cell.v))
    return ['s', String(cell.v).padStart(format.length, '0')];
  return [XLSX.SSF.is_date(format) ? 'd' : 'n', cell.v];
}

function* rowsOf(sheet) {
  const data = sheet['!data'] ?? [];
  for (let at = 0; at < data.length; at++) {
    const row = data[at];
    if (!row) continue;
    const cells = Array.from(row, compact);
    while (cells.length > 0 && cells.at(-1) === null) cells.pop();
    if (cells.length > limits.columns) throw new Refused('fileUnreadable');
    if (cells.length > 0) yield { at: at + 1, cells };
  }
}

async function* read() {
  const content = await contentOf(path);
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
      // Reads one row more than allowed, to detect that there are too many.
      sheetRows: limits.rows + 100,
    });
  } catch (error) {
    throw new Refused(/password/i.test(String(error?.message)) ? 'fileProtected' : 'fileUnreadable');
  }
  const is1904 = book.Workbook?.WBProps?.date1904 === true;
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name];
    const merges = (sheet['!merges'] ?? []).slice(0, 1000).map(({ s, e }) => [s.r + 1, s.c, e.r + 1, e.c]);
    yield { sheet: name, merges, is1904 };
    for (const row of rowsOf(sheet)) yield row;
    delete book.Sheets[name];
  }
}

const source = read();
parentPort.on('message', async (count) => {
  try {
    const items = [];
    let ended = false;
    while (items.length < count && !ended) {
      const { value, done } = await source.next();
      if (done) ended = true;
      else items.push(value);
    }
    parentPort.postMessage({ items, ended });
  } catch (error) {
    parentPort.postMessage({ refused: error instanceof Refused ? error.code : 'fileUnreadable' });
  }
});
