import * as z from 'zod/mini';

/**
 * The same schema, with its objects parsed by code that zod generates for each of them. `zod/mini`, which keeps the contract
 * small in the browser, reads every object key by key, which takes twice as long.
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
