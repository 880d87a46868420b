import { beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../setup/client.ts'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  maxLength?: number
  maxItems?: number
}
type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}

const listedOnce = 'each of a known few, and each once'
const ofThisGame = 'one of the slots of the game, or refused'
const aDate = 'a date of the calendar, or refused'
const cut = 'read as far as a question goes; an address is bounded as a whole'
const fromOperator = 'an operator’s: whoever has the token may send much'

/** Without a bound that the document tells of, with the reason. */
const unbounded: Record<string, string> = {
  'GET /ask q': cut,
  'GET /search q': cut,
  'PATCH /events/{id}/me .slotId': ofThisGame,
  'POST /activity-subscriptions .activities': listedOnce,
  ...Object.fromEntries(
    ['cities', 'cities[].name', 'cities[].timeZone', 'names', 'names[].name', 'prefixes', 'prefixes[].cities', 'prefixes[].cities[].name']
      .concat(['prefixes[].cities[].timeZone', 'prefixes[].prefix'])
      .map((name) => [`POST /admin/cities .${name}`, fromOperator]),
  ),
  'POST /admin/mail .notice.actorId': fromOperator,
  'POST /admin/mail .notice.key': fromOperator,
  'POST /admin/mail .notice.userId': fromOperator,
  'POST /events/{id}/joiners .slotId': ofThisGame,
  'POST /places .amenities': listedOnce,
  'POST /teams/{id}/seasons .endDate': aDate,
  'POST /teams/{id}/seasons .startDate': aDate,
  'PUT /activity-subscriptions/{id} .activities': listedOnce,
  'PUT /availability .dateSpecificAvailability[].date': aDate,
  'PUT /availability .timeZone': 'a zone that the runtime knows, or refused',
  'PUT /events/{id}/joiners/{joinerId}/slot .slotId': ofThisGame,
  'PUT /events/{id}/me .slotId': ofThisGame,
  'PUT /places/{id} .amenities': listedOnce,
}

/** Every list and text that a caller may send, and that nothing but the size of the request would bound. */
function findUnbounded(schema: Schema, at: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => findUnbounded(part, at))
  const below = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => findUnbounded(part, `${at}.${name}`))
  const others = typeof schema.additionalProperties === 'object' ? findUnbounded(schema.additionalProperties, `${at}.*`) : []
  const items = schema.items ? findUnbounded(schema.items, `${at}[]`) : []
  const isKnown = schema.enum !== undefined || schema.const !== undefined
  const isEndlessText = schema.type === 'string' && !isKnown && schema.maxLength === undefined && schema.pattern === undefined
  const isEndlessList = schema.type === 'array' && schema.maxItems === undefined
  return [...(isEndlessText || isEndlessList ? [at] : []), ...parts, ...below, ...others, ...items]
}

let operations: [string, Operation][] = []

beforeAll(async () => {
  const { paths } = (await (await ask('/api/openapi.json')).json()) as { paths: Record<string, Record<string, Operation>> }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
  )
})

describe('What a caller may send', () => {
  it('has a longest text and a longest list everywhere', () => {
    const found = operations.flatMap(([name, { parameters = [], requestBody }]) => [
      ...parameters.flatMap((parameter) => findUnbounded(parameter.schema, `${name} ${parameter.name}`)),
      ...Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
        type === 'application/json' ? findUnbounded(schema, `${name} `) : [],
      ),
    ])
    expect(found.toSorted()).toEqual(Object.keys(unbounded).toSorted())
  })
})
