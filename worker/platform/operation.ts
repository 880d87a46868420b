import { describeRoute, resolver } from 'hono-openapi'
import type * as v from 'valibot'

/** Describes the endpoints of one feature for OpenAPI. Without a schema, the answer has no body. */
export const describeOperations =
  (tag: string) => (summary: string, status: 200 | 201 | 202 | 204, schema?: v.GenericSchema, description?: string) =>
    describeRoute({
      tags: [tag],
      summary,
      ...(description ? { description } : {}),
      responses: {
        [status]: { description: summary, ...(schema ? { content: { 'application/json': { schema: resolver(schema) } } } : {}) },
      },
    })

/** Describes a request body that is the content of a file. */
export const describeFile = (types: readonly string[]) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } } as const])),
})
