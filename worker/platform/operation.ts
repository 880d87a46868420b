import { describeRoute, resolver } from 'hono-openapi'
import type * as v from 'valibot'

/** How the API's own document tells of one feature's endpoints. Without a schema an answer is its status alone. */
export const operationOf =
  (tag: string) => (summary: string, status: 200 | 201 | 202 | 204, schema?: v.GenericSchema, description?: string) =>
    describeRoute({
      tags: [tag],
      summary,
      ...(description ? { description } : {}),
      responses: {
        [status]: { description: summary, ...(schema ? { content: { 'application/json': { schema: resolver(schema) } } } : {}) },
      },
    })

/** The same for a body that is the bytes of a file. */
export const fileOf = (types: readonly string[]) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } } as const])),
})
