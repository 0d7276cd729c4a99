/** The licences of all packages that a release contains. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './bootstrap.mjs';
import { LICENCES } from './package-parts.mjs';

/** @typedef {{ name: string, version: string, identifier?: string | null, text?: string | null }} Licence */

const PARTS = ['client', 'web', 'server', 'commands'];
const LINE = '-'.repeat(80);

/** @returns {Licence[]} */
const bundled = () => PARTS.flatMap((part) => JSON.parse(readFileSync(join(ROOT, 'dist', part, LICENCES), 'utf8')));

/** @param {string} folder A package in node_modules. @returns {Licence} */
function installed(folder) {
  const path = join(ROOT, folder);
  const { name, version, license: identifier } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const files = readdirSync(path).filter((file) => /^(licen[cs]e|copying)/i.test(file) && !/\.(js|ts)$/.test(file));
  return { name, version, identifier, text: files.map((file) => readFileSync(join(path, file), 'utf8')).join('\n') };
}

/** @param {Licence} licence */
function noticeOf({ name, version, identifier, text }) {
  const head = [`${name} ${version}`, identifier ?? 'Licence: see the text'].join('\n');
  return [LINE, head, '', text?.trim() || 'The package contains no text of its licence.', ''].join('\n');
}

/** The text of THIRD-PARTY-NOTICES for what is bundled in dist and for the packages in `folders`. @param {Iterable<string>} folders */
export function thirdPartyNotices(folders) {
  const all = [...bundled(), ...[...folders].filter((folder) => existsSync(join(ROOT, folder))).map(installed)];
  const unique = new Map(all.map((licence) => [`${licence.name} ${licence.version}`, licence]));
  const sorted = [...unique.keys()].sort().map((key) => noticeOf(/** @type {Licence} */ (unique.get(key))));
  return ['Carnet contains the following packages of others, each under its own licence.', '', ...sorted].join('\n');
}
