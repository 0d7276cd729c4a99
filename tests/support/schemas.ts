import type { Schema } from '#contract/endpoint.ts';

/** The parts of a Zod definition that this file reads. */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
  element?: Schema;
  valueType?: Schema;
  options?: readonly Schema[];
  values?: readonly unknown[];
  entries?: Record<string, unknown>;
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

/**
 * Inputs of the shape that the schema expects, with `text` in every field that accepts a string, one input per option of a union. Other
 * fields have a valid value, so that the parser continues, or also `text` if `everywhere` is set.
 */
export function inputsWith(schema: Schema, text: string, everywhere: boolean): unknown[] {
  const definition = definitionOf(schema);
  const inner = (child: Schema | undefined): unknown[] => (child ? inputsWith(child, text, everywhere) : [text]);
  switch (definition.type) {
    case 'object':
      return objectsOf(definition.shape ?? {}, inner);
    case 'array':
      return inner(definition.element).map((element) => [element]);
    case 'record':
      return inner(definition.valueType).flatMap((value) => [{ key: value }, { [text]: value }]);
    case 'union':
      return (definition.options ?? []).flatMap(inner);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return inner(definition.innerType);
    case 'pipe':
      return inner(definition.in && definitionOf(definition.in).type === 'transform' ? definition.out : definition.in);
    case 'string':
    case 'unknown':
    case 'transform':
      return [text];
    case 'number':
      return [everywhere ? text : 1];
    case 'boolean':
      return [everywhere ? text : true];
    case 'literal':
      return [everywhere ? text : definition.values?.[0]];
    case 'enum':
      return [everywhere ? text : Object.values(definition.entries ?? {})[0]];
    default:
      throw new Error(`No input is known for a schema of the type ${definition.type}.`);
  }
}

/** As many objects as the field with the most inputs has; the inputs of the other fields are repeated. */
function objectsOf(shape: Record<string, Schema>, inner: (child: Schema) => unknown[]): unknown[] {
  const fields = Object.entries(shape).map(([name, child]) => [name, inner(child)] as const);
  const count = Math.max(1, ...fields.map(([, inputs]) => inputs.length));
  return Array.from({ length: count }, (_, n) => Object.fromEntries(fields.map(([name, inputs]) => [name, inputs[n % inputs.length]])));
}
