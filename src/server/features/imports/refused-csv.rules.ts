import type { RefusedRow } from '#contract/imports.ts';
import type { Language } from '#contract/languages.ts';
import enTexts from '#locales/en/importFile.json' with { type: 'json' };
import enImports from '#locales/en/imports.json' with { type: 'json' };
import ruTexts from '#locales/ru/importFile.json' with { type: 'json' };
import ruImports from '#locales/ru/imports.json' with { type: 'json' };
import uaTexts from '#locales/ua/importFile.json' with { type: 'json' };
import uaImports from '#locales/ua/imports.json' with { type: 'json' };
import { csvOf } from '../../tables/csv.ts';
import { errorText } from '../../texts.ts';

const TEXTS = { ua: uaTexts, ru: ruTexts, en: enTexts } as const satisfies Record<Language, unknown>;

const FIELDS = { ua: uaImports.fields, ru: ruImports.fields, en: enImports.fields } as const satisfies Record<Language, unknown>;

interface Refused {
  fileName: string;
  rows: AsyncIterable<RefusedRow[]>;
}

/** The rows that cannot be taken as a table, with their reasons in words. */
export function refusedCsv({ fileName, rows }: Refused, language: Language): { name: string; parts: AsyncIterable<string> } {
  const { name, line, content, reason } = TEXTS[language];
  return {
    name: `${name} ${fileName.replace(/\.\w+$/, '')}.csv`,
    parts: csvOf([line, content, reason], rows, (row) => [String(row.line), row.content, reasonText(row.reason, language)], language),
  };
}

/** With the name of the field that it is about. */
function reasonText({ code, field }: RefusedRow['reason'], language: Language): string {
  const text = errorText(language, code as Parameters<typeof errorText>[1]);
  const fields: Record<string, string> = FIELDS[language];
  const name = field === null ? undefined : fields[field];
  return name ? `${name}: ${text}` : text;
}
