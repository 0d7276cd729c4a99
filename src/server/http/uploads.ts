import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { IMAGE_BYTES } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';

/** A file that is read while it arrives. */
export interface Upload {
  name: string;
  content: AsyncIterable<Uint8Array>;
}

export interface Form {
  fields: Record<string, string>;
  image: Uint8Array | undefined;
}

/** Limits per multipart form (fileSize, fieldSize and fieldNameSize in bytes). */
export const MULTIPART_LIMITS = {
  fileSize: IMAGE_BYTES,
  files: 1,
  fields: 30,
  fieldSize: 4096,
  fieldNameSize: 100,
  parts: 31,
  headerPairs: 50,
};

/** Reads the fields and the file `image` of a form; an empty file (nothing selected) is ignored. Throws 400 or 413. */
export async function readMultipart(request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: Object.create(null) as Record<string, string>, image: undefined };
  try {
    for await (const part of request.parts()) await addPart(form, part);
  } catch (error) {
    throw toAppError(error);
  }
  return form;
}

/** The file of a form in the field `name`, which comes first. Its reader limits the size. Throws 400. */
export async function openUpload(request: FastifyRequest, name: string): Promise<Upload> {
  const part = await request.file({ limits: { ...MULTIPART_LIMITS, fileSize: Number.POSITIVE_INFINITY } }).catch((error: unknown) => {
    throw toAppError(error);
  });
  if (part?.fieldname !== name) throw new AppError('api.400', { fields: [{ field: name, code: 'validation.required' }] });
  return { name: part.filename, content: whole(part.file) };
}

/** A connection that breaks in between is no end of the file. */
async function* whole(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* content;
  } catch (cause) {
    throw new AppError('api.400', { cause });
  }
}

async function addPart(form: Form, part: MultipartFile | MultipartValue): Promise<void> {
  if (part.type === 'field') {
    if (part.fieldnameTruncated || part.valueTruncated) throw new AppError('api.413');
    form.fields[part.fieldname] = String(part.value);
    return;
  }
  const bytes = await part.toBuffer();
  if (part.fieldname !== 'image') throw new AppError('api.400');
  if (bytes.byteLength > 0) form.image = bytes;
}

function toAppError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = (error as { code?: unknown }).code;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('imageApi.413', { fields: [{ field: 'image', code: 'imageApi.413' }] });
  if (typeof code === 'string' && /^FST_(PARTS|FILES|FIELDS)_LIMIT$/.test(code)) return new AppError('api.413');
  return new AppError('api.400', { cause: error });
}
