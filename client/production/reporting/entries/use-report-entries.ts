import { useState } from 'react';
import type { ProcessProgress } from '#shared/ledger/process-progress.ts';
import { roundQuantity } from '#shared/ledger/quantity.ts';
import { parseBarcode } from '#shared/rules/barcode.ts';
import {
  findPieceBarcodeProblem,
  isBarcodeCountRight,
  type PlannedMaterial,
  type ReportEntryRequest,
} from '#shared/reporting/report-entries.ts';
import { call } from '#client/kit/wire/call.ts';
import { CallError } from '#client/kit/wire/call-error.ts';
import { joinWords } from '#client/kit/words/formats.ts';
import { useT } from '#client/kit/words/t.ts';
import { useUser } from '#client/kit/wire/session.ts';

/** A material that the person has scanned, with the typed quantity. */
interface ScannedMaterial {
  material: PlannedMaterial;
  text: string;
}

interface Options {
  /** The number of reported pieces: good, scrapped and rework pieces together. */
  pieces: number;
  /** Whether the pieces are reworked. */
  isRework: boolean;
  /** The token of the person identified at a terminal; by default the signed-in user's token. */
  workerToken?: string | null;
  /** Shows the problem of a wrong scan. */
  onWrongScan: (problem: string) => void;
}

/** The maximum number of decimals of the quantity of a material. */
export const QUANTITY_DECIMALS = 4;
const NUMBER_FORMAT = /^-?\d+(\.\d+)?$/;
/** Whether a typed text is a complete number, with at most this many decimals. */
const isNumber = (text: string, decimals: number): boolean =>
  NUMBER_FORMAT.test(text) && (text.split('.')[1]?.length ?? 0) <= decimals;

/** Lists the names of materials. Materials of several sizes can have the same name. */
const listNames = (materials: readonly PlannedMaterial[]): string =>
  joinWords([...new Set(materials.map(({ name }) => name))]);

/**
 * Holds the values that a person enters at the end of work besides the quantities, and tells which values are missing.
 */
export function useReportEntries(
  { processId, partName, name, entryRequest: request }: ProcessProgress,
  { pieces, isRework, workerToken, onWrongScan }: Options,
) {
  const t = useT();
  const user = useUser();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [barcodes, setBarcodes] = useState<readonly string[]>([]);
  const [materials, setMaterials] = useState<readonly ScannedMaterial[]>([]);

  /**
   * Asks the server whether another report contains the piece. If the server cannot be reached, it checks the
   * piece when it receives the report.
   */
  const checkBarcode = async (barcode: string): Promise<void> => {
    try {
      await call(
        '/mes/report/barcode/check',
        { processId, isRework, barcode },
        {
          workerToken,
          codesShownElsewhere: [
            'pieceBarcodeReported',
            'pieceBarcodeFormat',
            'requestFailed',
            'timedOut',
            'internal',
          ],
        },
      );
    } catch (problem) {
      if (!(problem instanceof CallError) || !problem.code.startsWith('pieceBarcode')) return;
      setBarcodes((currentBarcodes) => currentBarcodes.filter((otherBarcode) => otherBarcode !== barcode));
      onWrongScan(problem.message);
    }
  };

  /** Adds the barcode of a piece. @returns the problem of the barcode; null if there is none */
  const addBarcode = (
    text: string,
    { pattern, required }: Extract<ReportEntryRequest, { kind: 'barcodes' }>,
  ): string | null => {
    const barcode = text.trim();
    const problem = findPieceBarcodeProblem(barcode, pattern, new Set(barcodes));
    if (problem === 'repeated') return t('error.pieceBarcodeRepeated', { barcode });
    if (problem) return t('error.pieceBarcodeFormat', { barcode, pattern: pattern ?? '' });
    if (Number.isInteger(pieces) && barcodes.length >= pieces)
      return t(required ? 'barcodesComplete' : 'barcodesMoreThanPieces', { pieces });
    setBarcodes([...barcodes, barcode]);
    void checkBarcode(barcode);
    return null;
  };

  /** Adds the material of a scanned label. A repeated scan of a material has no effect. */
  const addMaterial = (text: string, planned: readonly PlannedMaterial[]): string | null => {
    const parsedBarcode = parseBarcode(text, user.factoryCode);
    if ('problem' in parsedBarcode)
      return parsedBarcode.problem === 'otherFactory'
        ? t('error.barcodeOtherFactory', { factory: parsedBarcode.factory })
        : t('error.barcodeFormat');
    const code = parsedBarcode.code.toLowerCase();
    const material = planned.find((candidate) => candidate.code.toLowerCase() === code);
    if (!material)
      return t('error.materialNotPlanned', {
        name: parsedBarcode.code,
        part: partName,
        planned: listNames(planned) || '—',
      });
    if (!materials.some((scanned) => scanned.material.materialId === material.materialId))
      setMaterials((currentMaterials) => [
        ...currentMaterials,
        { material, text: String(roundQuantity(material.perPiece * Math.max(pieces, 1))) },
      ]);
    return null;
  };

  /** Takes a scanned or typed text. @returns the problem of the text; null if there is none */
  const takeText = (text: string): string | null => {
    if (request?.kind === 'barcodes') return addBarcode(text, request);
    if (request?.kind === 'materials') return addMaterial(text, request.materials);
    return null;
  };

  /** Describes the first missing value; null if the report can be sent. */
  const findMissingEntry = (): string | null => {
    if (request?.kind === 'parameters') {
      const wrongParameter = request.parameters.find(({ code, decimals, required }) => {
        const text = texts[code] ?? '';
        return text === '' ? required && pieces > 0 : !isNumber(text, decimals);
      });
      return wrongParameter ? t('error.parameterMissing', { name: wrongParameter.name }) : null;
    }
    if (request?.kind === 'barcodes') {
      if (isBarcodeCountRight(request.required, barcodes.length, pieces)) return null;
      return barcodes.length === 0
        ? t('error.pieceBarcodeMissing', { pieces })
        : t('error.pieceBarcodeCount', { count: barcodes.length, pieces });
    }
    if (request?.kind === 'materials') {
      const wrongMaterial = materials.find(
        ({ text }) => !isNumber(text, QUANTITY_DECIMALS) || Number(text) <= 0,
      );
      if (wrongMaterial) return t('materialQuantityMissing', { name: wrongMaterial.material.name });
      const isFirstIssue =
        request.materials.length > 0 && request.materials.every(({ issued }) => issued <= 0);
      return isFirstIssue && materials.length === 0 && pieces > 0
        ? t('error.materialScanMissing', {
            planned: listNames(request.materials),
          })
        : null;
    }
    return null;
  };

  const payload =
    request?.kind === 'parameters'
      ? {
          parameters: JSON.stringify(
            request.parameters.flatMap(({ code }) => (texts[code] ? [{ code, value: texts[code] }] : [])),
          ),
        }
      : request?.kind === 'barcodes'
        ? { barcodes: JSON.stringify(barcodes.map((barcode) => ({ barcode }))) }
        : request?.kind === 'materials'
          ? {
              materials: JSON.stringify(
                materials.map(({ material, text }) => ({ barcode: material.code, quantity: text })),
              ),
            }
          : {};

  return {
    request,
    processId,
    processName: name,
    pieces,
    texts,
    barcodes,
    materials,
    setText: (code: string, text: string) => setTexts((currentTexts) => ({ ...currentTexts, [code]: text })),
    setMaterialText: (materialId: number, text: string) =>
      setMaterials((currentMaterials) =>
        currentMaterials.map((scanned) =>
          scanned.material.materialId === materialId ? { ...scanned, text } : scanned,
        ),
      ),
    removeBarcode: (barcode: string) =>
      setBarcodes((currentBarcodes) => currentBarcodes.filter((otherBarcode) => otherBarcode !== barcode)),
    removeMaterial: (materialId: number) =>
      setMaterials((currentMaterials) =>
        currentMaterials.filter((scanned) => scanned.material.materialId !== materialId),
      ),
    take: takeText,
    /** A text about the first missing value; null if the report can be sent. */
    missing: findMissingEntry(),
    /** The entries as fields of the report call. */
    payload,
  };
}
export type ReportEntries = ReturnType<typeof useReportEntries>;
