import papa from 'papaparse';
import { BYTE_ORDER_MARK, CSV_NEWLINE, CSV_SIGNS, FORMULA } from '#contract/csv.ts';
import type { RefusedRow } from '#contract/imports.ts';
import type { Language } from '#contract/languages.ts';
import enTexts from '#locales/en/importFile.json' with { type: 'json' };
import enImports from '#locales/en/imports.json' with { type: 'json' };
import ruTexts from '#locales/ru/importFile.json' with { type: 'json' };
import ruImports from '#locales/ru/imports.json' with { type: 'json' };
import uaTexts from '#locales/ua/importFile.json' with { type: 'json' };
import uaImports from '#locales/ua/imports.json' with { type: 'json' };
import { errorText } from '../../texts.ts';

const TEXTS = { ua: uaTexts, ru: ruTexts, en: enTexts } as const satisfies Record<Language, unknown>;

const FIELDS = { ua: uaImports.fields, ru: ruImports.fields, en: enImports.fields } as const satisfies Record<Language, unknown>;

interface Refused {
  fileName: string;
  rows: AsyncIterable<RefusedRow[]>;
}

/** The rows that cannot be taken as a table, with their reasons in words. */
export const refusedCsv = ({ fileName, rows }: Refused, language: Language): { name: string; parts: AsyncIterable<string> } => ({
  name: `${TEXTS[language].name} ${fileName.replace(/\.\w+$/, '')}.csv`,
  parts: partsOf(rows, language),
});

async function* partsOf(pages: AsyncIterable<RefusedRow[]>, language: Language): AsyncGenerator<string, void> {
  const { line, content, reason } = TEXTS[language];
  yield BYTE_ORDER_MARK + linesOf([[line, content, reason]], language);
  for await (const rows of pages)
    if (rows.length > 0)
      yield linesOf(
        rows.map((row) => [String(row.line), row.content, reasonText(row.reason, language)]),
        language,
      );
}

/** With the name of the field that it is about. */
function reasonText({ code, field }: RefusedRow['reason'], language: Language): string {
  const text = errorText(language, code as Parameters<typeof errorText>[1]);
  const fields: Record<string, string> = FIELDS[language];
  const name = field === null ? undefined : fields[field];
  return name ? `${name}: ${text}` : text;
}

const linesOf = (rows: string[][], language: Language): string =>
  papa.unparse(rows, { delimiter: CSV_SIGNS[language].delimiter, newline: CSV_NEWLINE, quotes: true, escapeFormulae: FORMULA }) +
  CSV_NEWLINE;
