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

const uniqueChoices = 'a list of known values, each at most once'
const slotOfGame = 'refused unless it is a slot of the game'
const timeOfDay = 'refused unless it is a time of day'
const validDate = 'refused unless it is a valid date'
const cutText = 'cut to the maximum length of a question; the whole address has a limit too'
const fromOperator = 'only from operators, who may send a lot'
const knownZone = 'refused unless the runtime knows this time zone'

/** The inputs without a limit in the OpenAPI document, each with the reason. */
const unbounded: Record<string, string> = {
  'GET /ask q': cutText,
  'GET /search q': cutText,
  'GET /teams/{id}/hours zone': knownZone,
  'POST /external-teams .timeZone': knownZone,
  'PUT /external-teams/{id} .timeZone': knownZone,
  'PATCH /events/{id}/me .slotId': slotOfGame,
  'PATCH /notifications/settings .quietHours.from': timeOfDay,
  'PATCH /notifications/settings .quietHours.to': timeOfDay,
  'POST /activity-subscriptions .activities': uniqueChoices,
  ...Object.fromEntries(
    ['cities', 'cities[].name', 'cities[].timeZone', 'names', 'names[].name', 'prefixes', 'prefixes[].cities', 'prefixes[].cities[].name']
      .concat(['prefixes[].cities[].timeZone', 'prefixes[].prefix'])
      .map((name) => [`POST /admin/cities .${name}`, fromOperator]),
  ),
  'POST /admin/mail .notice.actorId': fromOperator,
  'POST /admin/mail .notice.key': fromOperator,
  'POST /admin/mail .notice.teamTopicId': fromOperator,
  'POST /admin/mail .notice.userId': fromOperator,
  'POST /events/{id}/joiners .slotId': slotOfGame,
  'POST /places .amenities': uniqueChoices,
  'POST /seat-codes .choice.slotId': slotOfGame,
  'POST /teams/{id}/dues .dueOn': validDate,
  'POST /teams/{id}/forms .timeZone': knownZone,
  'POST /forms/{id}/trials .today': validDate,
  ...Object.fromEntries(
    ['pages[].fields[]', 'pages[].fields[].fields[]']
      .flatMap((at) => ['ageOn', 'from', 'until'].map((name) => `${at}.${name}`))
      .concat(['payment.earlyUntil', 'payment.later[].on'])
      .map((at) => [`PUT /forms/{id}/draft .content.${at}`, validDate]),
  ),
  'PATCH /teams/{id}/dues/{dueId} .dueOn': validDate,
  'POST /teams/{id}/seasons .endDate': validDate,
  'POST /teams/{id}/seasons .startDate': validDate,
  'POST /seasons/{id}/copies .startDate': validDate,
  'POST /seasons/{id}/session-plan .except[]': validDate,
  'POST /seasons/{id}/session-series .except[]': validDate,
  'POST /seasons/{id}/match-series .games[].date': validDate,
  'PUT /seasons/{id} .endDate': validDate,
  'PUT /seasons/{id} .startDate': validDate,
  'PUT /activity-subscriptions/{id} .activities': uniqueChoices,
  'PUT /availability .dateSpecificAvailability[].date': validDate,
  'PUT /availability .timeZone': knownZone,
  'PUT /forms/{id}/settings .timeZone': knownZone,
  'PUT /events/{id}/joiners/{joinerId}/slot .slotId': slotOfGame,
  'PUT /events/{id}/me .slotId': slotOfGame,
  'PUT /events/{id}/me/series .slotId': slotOfGame,
  'PUT /places/{id} .amenities': uniqueChoices,
}

/** Finds every list and text of a request that is only limited by the size of the request. */
function findUnbounded(schema: Schema, at: string): string[] {
  const inVariants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((part) => findUnbounded(part, at))
  const inProperties = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => findUnbounded(part, `${at}.${name}`))
  const inOtherProperties = typeof schema.additionalProperties === 'object' ? findUnbounded(schema.additionalProperties, `${at}.*`) : []
  const inItems = schema.items ? findUnbounded(schema.items, `${at}[]`) : []
  const isKnown = schema.enum !== undefined || schema.const !== undefined
  const isUnlimitedText = schema.type === 'string' && !isKnown && schema.maxLength === undefined && schema.pattern === undefined
  const isUnlimitedList = schema.type === 'array' && schema.maxItems === undefined
  return [...(isUnlimitedText || isUnlimitedList ? [at] : []), ...inVariants, ...inProperties, ...inOtherProperties, ...inItems]
}

let operations: [string, Operation][] = []

beforeAll(async () => {
  const { paths } = (await (await ask('/api/openapi.json')).json()) as { paths: Record<string, Record<string, Operation>> }
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
  )
})

describe('The input of the API', () => {
  it('has a maximum length for every text and list', () => {
    const found = operations.flatMap(([name, { parameters = [], requestBody }]) => [
      ...parameters.flatMap((parameter) => findUnbounded(parameter.schema, `${name} ${parameter.name}`)),
      ...Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
        type === 'application/json' ? findUnbounded(schema, `${name} `) : [],
      ),
    ])
    expect(found.toSorted()).toEqual(Object.keys(unbounded).toSorted())
  })
})
