import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '..', '..', 'src');
const SERVER = /^[a-z0-9-]+\.(?:feature|routes|service|repo|rules|rows|kind|job|mails)(?:\.test)?\.ts$|^[a-z0-9-]+\.test\.ts$/;
const WEB = /^[a-z0-9-]+(?:\.page|\.queries)?(?:(?:\.mocked)?\.test)?\.tsx?$|^[a-z0-9-]+\.(?:module\.css|json)$/;

const filesOf = (folder: string): string[] =>
  readdirSync(join(SRC, folder), { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));

test.each([
  ['server/features', SERVER],
  ['server/infra', SERVER],
  ['web/features', WEB],
])('files in src/%s have a known role as suffix', (folder, pattern) => {
  const files = filesOf(folder);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((name) => !pattern.test(name))).toEqual([]);
});

test('only tests whose names say so replace modules: the others share theirs', () => {
  const tests = (readdirSync(SRC, { recursive: true }) as string[]).filter((path) => /\.test\.tsx?$/.test(path));
  const mocking = tests.filter((path) => /\bvi\.(?:do)?[mM]ock\(/.test(readFileSync(join(SRC, path), 'utf8')));
  expect(mocking.length).toBeGreaterThan(5);
  expect(mocking).toEqual(tests.filter((path) => path.includes('.mocked.')));
});
