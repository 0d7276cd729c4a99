/**
 * Finds texts, classes of CSS modules and custom properties that nothing uses. Code must name a class, and name a text or build its key
 * with a template whose variable parts are literals or property names of some file.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';

const ROOT = process.argv[2] ?? join(import.meta.dirname, '..');
/** Error codes, which travel as values: a literal in any file counts. */
const CODES = ['errors:', 'shell:client.'];
/** Keys whose readers this check does not understand: order-csv.rules.ts, income-csv.rules.ts, export-csv.rules.ts and new-password.tsx. */
const EXCEPTIONS = ['adminLists:orders.export.', 'adminIncome:export.', 'exportFile:', 'forms:rules.'];
/** Reads texts by functions that imply the file of the texts. */
const SERVER = join('src', 'server');

/** @typedef {{ file: string, literals: Set<string>, templates: RegExp[], styles: Map<string, string>, classes: [string, string][], isForAll: boolean }} Source */

/** @param {string} path */
const read = (path) => readFileSync(join(ROOT, path), 'utf8');
/** @param {string} pattern */
const find = (pattern) => globSync(pattern, { cwd: ROOT }).sort();
/** @param {string | null} text */
const escaped = (text) => (text ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** String and number literals and property names of all files: the values that a variable part of a key can have. */
const words = new Set();

/** @param {string} file @returns {Source} */
function sourceOf(file) {
  const source = { file, literals: new Set(), templates: [], styles: new Map(), classes: [], isForAll: file.startsWith(SERVER) };
  new Visitor({
    Literal: ({ value }) => source.literals.add(String(value)),
    TemplateLiteral({ quasis }) {
      const parts = quasis.map(({ value }) => value.cooked);
      // A template of variables alone would match every key.
      if (/\p{L}/u.test(parts.join(''))) source.templates.push(new RegExp(`^${parts.map(escaped).join('(.+)')}$`));
    },
    Property: ({ key }) => 'name' in key && words.add(key.name),
    CallExpression({ callee, arguments: [namespace] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'useTranslation') return;
      if (!namespace) source.literals.add('shell');
      if (namespace?.type === 'Identifier') source.isForAll = true;
    },
    ImportDeclaration({ source: { value }, specifiers: [specifier] }) {
      if (specifier && value.endsWith('.module.css')) source.styles.set(specifier.local.name, join(dirname(file), value));
    },
    MemberExpression({ object, property }) {
      if (object.type === 'Identifier' && 'name' in property) source.classes.push([object.name, property.name]);
    },
  }).visit(parseSync(file, read(file)).program);
  for (const literal of source.literals) words.add(literal);
  return source;
}

const sources = find('{src,scripts}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map(sourceOf);

/** Keys of texts; an array is one text. @param {unknown} value @param {string} prefix @returns {string[]} */
const keysOf = (value, prefix = '') =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, prefix ? `${prefix}.${key}` : key))
    : [prefix.replace(/_(?:zero|one|two|few|many|other)$/, '')];

/** @param {RegExp[]} templates @param {string} text @param {(part: string) => boolean} isPart */
const isBuilt = (templates, text, isPart) => templates.some((template) => template.exec(text)?.slice(1).every(isPart));
const allTemplates = sources.flatMap(({ templates }) => templates);
/** @param {string} part */
const isValue = (part) => words.has(part) || isBuilt(allTemplates, part, (inner) => words.has(inner));

/** @param {Source} source @param {string} key */
const names = ({ literals, templates }, key) => literals.has(key) || isBuilt(templates, key, isValue);

/** @param {string} namespace @param {string} key */
function isRead(namespace, key) {
  const full = `${namespace}:${key}`;
  if (CODES.some((prefix) => full.startsWith(prefix))) return words.has(key);
  return sources.some((one) => names(one, full) || ((one.isForAll || one.literals.has(namespace)) && names(one, key)));
}

const unreadKeys = find('locales/en/*.json').flatMap((file) => {
  const namespace = basename(file, '.json');
  const keys = [...new Set(keysOf(JSON.parse(read(file))))];
  return keys.filter((key) => !isRead(namespace, key)).map((key) => `${namespace}:${key}`);
});
const unusedTexts = unreadKeys
  .filter((key) => !EXCEPTIONS.some((prefix) => key.startsWith(prefix)))
  .map((key) => `${key}: no code reads this text`);
const unusedExceptions = EXCEPTIONS.filter((prefix) => !unreadKeys.some((key) => key.startsWith(prefix))).map(
  (prefix) => `check-unused.mjs ${prefix}: the exception is not needed`,
);

const sheets = find('src/web/**/*.css').map((file) => ({ file, css: read(file).replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)|'[^']*'/g, '') }));

const namesIn = (css) => new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
const modules = new Map(sheets.filter(({ file }) => file.endsWith('.module.css')).map(({ file, css }) => [file, namesIn(css)]));
/** Every use of a class: [file of the code, file of the style, class]. */
const uses = sources.flatMap(({ file, styles, classes }) =>
  [...classes].flatMap(([object, name]) => (styles.has(object) ? [[file, styles.get(object), name]] : [])),
);
const unusedClasses = [...modules].flatMap(([sheet, names]) =>
  [...names]
    .filter((name) => !uses.some((use) => use[1] === sheet && use[2] === name))
    .map((name) => `${sheet} .${name}: no component uses this class`),
);
const unknownClasses = uses
  .filter(([, sheet, name]) => !modules.get(sheet)?.has(name))
  .map(([file, sheet, name]) => `${file} .${name}: not in ${sheet}`);

const defined = new Map(sheets.flatMap(({ file, css }) => [...css.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => [name, file])));
const used = new Set(sheets.flatMap(({ css }) => [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name)));
const unusedProperties = [...defined]
  .filter(([name]) => !used.has(name))
  .map(([name, file]) => `${file} ${name}: no style uses this property`);
const unknownProperties = [...used].filter((name) => !defined.has(name) && !words.has(name)).map((name) => `var(${name}): not defined`);

const problems = [...unusedTexts, ...unusedExceptions, ...unusedClasses, ...unknownClasses, ...unusedProperties, ...unknownProperties];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
