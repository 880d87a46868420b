import { ask } from '../setup/client.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minItems?: number
  minLength?: number
  pattern?: string
  enum?: unknown[]
  anyOf?: Schema[]
  allOf?: Schema[]
}
type Operation = { requestBody?: { content?: Record<string, { schema: Schema }> } }
type OpenApi = { paths: Record<string, Record<string, Operation>> }

/** How a field can be empty: left out, `null`, an empty text or an empty list. */
export type Emptiness = 'absent' | 'null' | '""' | '[]'

export type OptionalField = { endpoint: string; path: string; emptiness: Emptiness }

/** The ways in which this schema itself may be empty. */
function listEmptiness(schema: Schema): Emptiness[] {
  if (schema.anyOf) return schema.anyOf.flatMap(listEmptiness)
  if (schema.type === 'null') return ['null']
  if (schema.type === 'array') return schema.minItems ? [] : ['[]']
  if (schema.enum) return schema.enum.includes('') ? ['""'] : []
  return schema.type === 'string' && !schema.minLength && !schema.pattern ? ['""'] : []
}

/** The fields inside a schema that may be empty. `[]` in a path stands for each item of a list. */
function walk(schema: Schema, path: string): [path: string, Emptiness][] {
  const parts = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => walk(part, path))
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`
    const own = [...(schema.required?.includes(name) ? [] : ['absent' as const]), ...new Set(listEmptiness(field))]
    return [...own.map((emptiness): [string, Emptiness] => [at, emptiness]), ...walk(field, at)]
  })
  const items = schema.items ? walk(schema.items, `${path}[]`) : []
  return [...parts, ...fields, ...items]
}

/** All optional fields of the requests that change something that exists, from the document that the routes themselves write. */
export async function listOptionalFields(): Promise<OptionalField[]> {
  const { paths } = await (await ask('/api/openapi.json')).json<OpenApi>()
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content?.['application/json']?.schema
      if (!schema || !['put', 'patch'].includes(method)) return []
      return walk(schema, '').map(([field, emptiness]) => ({ endpoint: `${method.toUpperCase()} ${path}`, path: field, emptiness }))
    }),
  )
}
