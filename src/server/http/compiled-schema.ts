import * as z from 'zod/mini';

/**
 * Returns the same schema with object parsers that zod compiles (JIT). The contract uses `zod/mini` to be small in the browser, but
 * its object parser interprets every object key by key and takes twice as long.
 */
export function compiled(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.core.$ZodObject) {
    const { def } = schema._zod;
    const shape = Object.fromEntries(Object.entries(def.shape).map(([key, value]) => [key, compiled(value)]));
    return new z.core.$ZodObjectJIT({ ...def, shape });
  }
  if (schema instanceof z.core.$ZodArray) {
    const { def } = schema._zod;
    return new z.core.$ZodArray({ ...def, element: compiled(def.element) });
  }
  return schema;
}
