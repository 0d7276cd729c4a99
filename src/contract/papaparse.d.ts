/** The part of the API in use; the types of DefinitelyTyped would add the globals of Node to the browser code. */
declare module 'papaparse' {
  interface UnparseConfig {
    delimiter: string;
    newline: string;
    quotes: boolean;
    escapeFormulae: RegExp;
  }

  export function unparse(lines: readonly (readonly string[])[], config: UnparseConfig): string;
  export function parse(csv: string, config: { delimiter: string }): { data: string[][]; errors: unknown[] };

  /** Node knows the names of a CommonJS module only as properties of its default export. */
  const papa: { unparse: typeof unparse; parse: typeof parse };
  export default papa;
}
