import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Endpoint } from '#contract/endpoint.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import type { Answer } from './app.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(openApiDocument(), 'api');

const pointer = (...parts: (string | number)[]): string =>
  parts.map((part) => `/${encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

const compiled = new Map<string, ValidateFunction>();

/** Compares an answer in JSON with the OpenAPI document; returns what differs, or an empty list. */
export function undocumented({ path, method }: Pick<Endpoint, 'path' | 'method'>, { status, body }: Answer): string[] {
  const place = pointer('paths', path, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema');
  const validate = compiled.get(place) ?? ajv.compile({ $ref: `api#${place}` });
  compiled.set(place, validate);
  return validate(body) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
