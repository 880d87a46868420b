import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { rolesThatCan } from '../../domain/access/can.ts'
import { type CustomRight, customRights, maskOf } from '../../domain/access/custom-rights.ts'
import { teamRoles } from '../../domain/teams/roles.ts'
import { startStripe } from '../payments/stand-in.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { type AccessCase, capabilityOf } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import { addAccessData } from './access-data.ts'
import { buildData } from './ask-as.ts'

collectLog()

const stripe = startStripe(() => Date.now())

beforeAll(buildData)

beforeEach(() => {
  for (const queue of [env.MAIL_QUEUE, env.NOTICES_QUEUE, env.WORK_QUEUE, env.MONEY_QUEUE])
    vi.spyOn(queue, 'sendBatch').mockResolvedValue({} as never)
  stripe.connect()
})

/** A member of the owner's community who is nobody's parent or captain. */
const viewer = { id: 'person-q', name: 'Person Q', emailVerified: true, profileComplete: true }

const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

/** Sends the request as a member with these rights. */
async function statusWith(rights: readonly CustomRight[], { request }: AccessCase): Promise<number> {
  const { path, ...init } = request(viewer.id)
  await run(
    "INSERT OR IGNORE INTO users (id, email, email_key, created_at, updated_at) VALUES (?1, ?1 || '@local.test', ?1 || '@local.test', 1, 1)",
    viewer.id,
  )
  await run(
    "INSERT OR REPLACE INTO team_members (team_id, user_id, role, joined_at, rights) VALUES ('access-team', ?, 'member', 3, ?)",
    viewer.id,
    maskOf(rights),
  )
  const { status } = await ask(path, { ...init, viewer })
  if (status < 400 && (init.method ?? 'GET') !== 'GET') await addAccessData()
  return status
}

/** Endpoints whose statuses are put together from several lists. */
const otherEndpoints: Record<string, CustomRight> = {
  'PUT /seasons/{id}/sessions/{eventId}/result': 'results.enter',
  'PUT /conversations/{conversationId}/messages/{seq}/hidden': 'messages.moderate',
  'PUT /conversations/{conversationId}/slow-mode': 'messages.moderate',
}

const toRight = (accessCase: AccessCase) =>
  accessCase.statuses.organizer === undefined
    ? undefined
    : (otherEndpoints[accessCase.endpoint] ?? customRights.find((right) => right === capabilityOf(accessCase)))
const cases = accessCases.flatMap((accessCase) => {
  const right = toRight(accessCase)
  return right === undefined ? [] : [{ ...accessCase, right, accessCase }]
})

/** What another right allows too. Who runs games sees the guests who can play and the forms that a game can ask for. */
const alsoBy: Record<string, readonly CustomRight[]> = {
  'GET /teams/{id}/guests/{guestId}': ['events.manage', 'guests.manage'],
  'GET /teams/{id}/forms': ['events.manage', 'forms.manage'],
}

/** Who places a guest in a season must also see the guests, whose names are private. */
const alsoNeeded: Record<string, readonly CustomRight[]> = {
  'PUT /seasons/{id}/guests/{guestId}': ['guests.manage'],
  'DELETE /seasons/{id}/guests/{guestId}': ['guests.manage'],
}

describe('A member with a custom role', () => {
  it.each(cases)(
    'may use $endpoint with $right, as the lowest role that has it, and not with all other rights',
    async ({ endpoint, right, accessCase }) => {
      const lowest = teamRoles.findLast((role) => rolesThatCan(right).includes(role))
      if (!lowest || lowest === 'member') throw new Error(`No role above a member may ${right}`)
      const others = customRights.filter((one) => one !== right && !alsoBy[endpoint]?.includes(one))
      const found = {
        none: await statusWith([], accessCase),
        others: await statusWith(others, accessCase),
        right: await statusWith([right, ...(alsoNeeded[endpoint] ?? [])], accessCase),
      }
      expect(found.none).toBeGreaterThanOrEqual(400)
      expect(found).toEqual({ none: found.none, others: found.none, right: accessCase.statuses[lowest] })
    },
  )

  // `hours.viewPeople`: its endpoint answers all members. `forms.viewPrivate`: it adds answers to what others read, see `private-answers.test.ts`.
  it('is tested with every right that opens an endpoint', () => {
    const tested = new Set(cases.map(({ right }) => right))
    expect(customRights.filter((right) => !tested.has(right))).toEqual(['hours.viewPeople', 'forms.viewPrivate'])
  })
})
