import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { holdQueues } from '../notifications/hold-queues.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { fillResale, fillTickets, filledForms as otherForms } from './filled-forms.ts'
import { filledRosterForms } from './filled-roster-forms.ts'
import { filledSeasonForms } from './filled-season-forms.ts'
import { filledTeamForms } from './filled-team-forms.ts'
import { type Emptiness, listOptionalFields } from './optional-fields.ts'

collectLog()
holdQueues()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const filledForms = { ...otherForms, ...filledRosterForms, ...filledSeasonForms, ...filledTeamForms }

const isAction = 'It is part of one action, and is not saved.'
const isPartial = 'Fields that are left out are not changed.'

/** Requests without a saved form. */
const otherRequests: Record<string, string> = {
  'PUT /events/{id}/me': 'It joins a game. PATCH changes the entry.',
  'PUT /events/{id}/me/series': 'It joins games. PATCH changes each entry.',
  'PUT /events/{id}/joiners/{joinerId}/slot': 'Nobody is without a slot in a game with slots.',
  'PUT /events/{id}/check-ins': isAction,
  'PUT /places/{id}/check-in': isAction,
  'PUT /conversations/{conversationId}/mute': 'The time is all that it sends. Null ends the mute.',
  'PUT /conversations/{conversationId}/slow-mode': 'The pause is all that it sends. Null ends slow mode.',
  'PUT /connections/{userId}': 'It asks to connect. Nothing changes the note of a request.',
  'PATCH /privacy': isPartial,
  'PUT /forms/{id}/submissions/{submissionId}': 'Answers are judged by their form. The key is for who has no account.',
  'PATCH /teams/{id}/roles/{roleId}': isPartial,
  'PUT /forms/{id}/answers': 'It keeps what was begun. The secret is for who has no account.',
  'PUT /forms/{id}/draft': 'A form is stored as it was sent. A test of its own sends every kind of field.',
  'PATCH /push/registrations/{token}': 'The key may be left out. Then it is the current one.',
}

/** Fields that the document describes as possibly empty, but that the rules want filled in. The request is refused. */
const neededFields = new Set([
  'PATCH /notifications/settings quietHours.from',
  'PATCH /notifications/settings quietHours.to',
  'PATCH /events/{id}/me slotId',
  'PUT /availability timeZone',
  'PUT /forms/{id}/settings timeZone',
  'PUT /availability dateSpecificAvailability[].date',
  'PUT /external-teams/{id} timeZone',
  'PATCH /teams/{id}/dues/{dueId} dueOn',
  'PUT /seasons/{id} startDate',
  'PUT /seasons/{id} endDate',
])

/** What a choice is that has no empty value, when it is left out. */
const firstChoices: Record<string, unknown> = { 'PUT /forms/{id}/settings layout': 'pages' }

/** Fields of a saved form that say how to change it. */
const actionFields = new Set([
  'PATCH /events/{id} scope',
  // The link stays if it is left out, because nobody can read it again.
  'PUT /external-teams/{id} feedUrl',
  // A save without the draft that it changes would start a new one.
  'PUT /team-drafts/mine id',
  // The note that is replaced, which may be none.
  'PUT /forms/{id}/submissions/{submissionId}/marks before',
  // A person without a kind is a player.
  'PUT /seasons/{id}/registrations/{userId} kind',
  'PATCH /events/{id} overwritesOwn',
  'PATCH /events/{id} slotMoves',
  'PATCH /events/{id} slotMoves[].from',
  'PATCH /events/{id} slotMoves[].isToWaitlist',
])

const emptyValues: Record<Emptiness, unknown> = { absent: undefined, null: null, '""': '', '[]': [] }

type Node = Record<string, unknown>
const asNode = (value: unknown): Node => {
  if (typeof value !== 'object' || value === null) throw new Error(`No object but ${String(value)}`)
  return value as Node
}

/** `a.b[].c` with the first item of each list. */
const keysOf = (path: string) => path.replaceAll('[]', '.0').split('.')
const valueAt = (body: unknown, path: string): unknown => keysOf(path).reduce<unknown>((node, key) => asNode(node)[key], body)

/** A copy of the request in which this field is empty. Fields that must change with it change too. */
function empty(request: Node, path: string, emptiness: Emptiness): Node {
  const copy = structuredClone(request)
  const keys = keysOf(path)
  const parent = keys.slice(0, -1).reduce((node, key) => asNode(node[key]), copy)
  if (emptiness === 'absent') delete parent[keys.at(-1) ?? '']
  else parent[keys.at(-1) ?? ''] = emptyValues[emptiness]
  // Only a community has a price for members, and forms.
  if (path === 'form.teamId') {
    asNode(asNode(copy.form).pricing).memberAmount = null
    asNode(copy.form).formId = null
  }
  // Member Plus can be earlier only than a set time.
  if (path === 'form.joinFrom') parent.plusJoinsEarly = false
  if ('isAvailable' in parent) parent.isAvailable = false
  // A match has two groups.
  if ('awayGroupId' in request) return emptiness === 'absent' ? {} : { homeGroupId: null, awayGroupId: null }
  // One of our places always has an address. Only a point on the map may have none.
  if (path === 'form.where.address') parent.placeId = null
  return copy
}

const fields = await listOptionalFields()
const rows = fields.filter(({ endpoint, path }) => !otherRequests[endpoint] && !actionFields.has(`${endpoint} ${path}`))

describe('The list of optional fields', () => {
  it('has for every request that changes something a filled-in form, or the reason why it has none', () => {
    const endpoints = new Set(fields.map(({ endpoint }) => endpoint))
    expect([...endpoints].toSorted()).toEqual([...Object.keys(filledForms), ...Object.keys(otherRequests)].toSorted())
  })

  it('names no field that is gone', () => {
    const known = new Set(fields.map(({ endpoint, path }) => `${endpoint} ${path}`))
    expect([...neededFields, ...actionFields].filter((field) => !known.has(field))).toEqual([])
  })
})

/** Prices that cannot have everything that the usual one has. */
const otherPrices = [
  ['form.pricing.tiers', fillTickets],
  ['form.pricing.refundIfResold', fillResale],
] as const

describe('An optional field that was filled in', () => {
  it.each(rows)('is empty again: $endpoint $path = $emptiness', async ({ endpoint, path, emptiness }) => {
    const fill = otherPrices.find(([part]) => path.startsWith(part))?.[1] ?? filledForms[endpoint]
    if (!fill) throw new Error(`No form for ${endpoint}`)
    const { request, send, read } = await fill()
    const filled = valueAt(request, path)
    expect(filled || null).not.toBeNull()
    expect(valueAt(await read(), path)).toEqual(filled)
    const answer = await send(empty(request, path, emptiness))
    if (neededFields.has(`${endpoint} ${path}`)) return expect(answer.status).toBe(400)
    expect(`${answer.status} ${answer.ok ? '' : await answer.text()}`).toMatch(/^20\d $/)
    expect(valueAt(await read(), path) || '').toEqual(firstChoices[`${endpoint} ${path}`] || emptyValues[emptiness] || '')
  })
})
