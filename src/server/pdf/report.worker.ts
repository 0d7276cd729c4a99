/** Draws one report in a worker thread. It receives the parts of the report, then draws a few pages with each step. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import PDFDocument from 'pdfkit';
import { drawReport, titleOf } from './report.ts';
import type { ReportPart, ReportSection, ReportSettings, WorkerAnswer, WorkerRequest } from './report-content.ts';
import { reportTexts } from './report-texts.ts';

/** Milliseconds of drawing in one step. */
const STEP = 200;

const settings = workerData as ReportSettings;
const sections: ReportSection[] = [];
/** Bytes that were written since the last step. pdfkit writes a million small pieces: as a list they would take ten times their size. */
let written = new Uint8Array(1 << 16);
let used = 0;
let drawing: { doc: PDFKit.PDFDocument; pages: Generator<void> } | undefined;

function addPart(part: ReportPart): void {
  if ('vehicle' in part) sections.push({ ...part, entries: [] });
  else sections.at(-1)?.entries.push(...part);
}

function keep(piece: Uint8Array): void {
  if (used + piece.length > written.length) {
    const larger = new Uint8Array(2 * (used + piece.length));
    larger.set(written.subarray(0, used));
    written = larger;
  }
  written.set(piece, used);
  used += piece.length;
}

function take(): Uint8Array<ArrayBuffer> {
  const bytes = written.slice(0, used);
  used = 0;
  return bytes;
}

function startDrawing(): { doc: PDFKit.PDFDocument; pages: Generator<void> } {
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    // Without it pdfkit opens Helvetica.
    font: '',
    pdfVersion: '1.7',
    tagged: true,
    lang: reportTexts(settings).lang,
    displayTitle: true,
    info: { Title: titleOf(sections, settings), Creator: 'Carnet' },
  });
  doc.on('data', keep);
  return { doc, pages: drawReport(doc, settings, sections) };
}

async function step(): Promise<WorkerAnswer> {
  drawing ??= startDrawing();
  const { doc, pages } = drawing;
  const end = performance.now() + STEP;
  while (performance.now() < end) {
    if (!pages.next().done) continue;
    const ended = once(doc, 'end');
    doc.end();
    await ended;
    return { bytes: take(), isLast: true };
  }
  return { bytes: take(), isLast: false };
}

async function receive(request: WorkerRequest): Promise<void> {
  if ('part' in request) return addPart(request.part);
  const answer = await step();
  parentPort?.postMessage(answer, [answer.bytes.buffer]);
}

parentPort?.on('message', (request: WorkerRequest) => {
  receive(request).catch((error: unknown) => {
    // Ends the thread with this error, which the main thread receives.
    setImmediate(() => {
      throw error;
    });
  });
});
parentPort?.postMessage({ bytes: take(), isLast: false } satisfies WorkerAnswer);
