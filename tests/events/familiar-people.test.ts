import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FamiliarPeople } from '../../domain/events/familiar-contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { befriend, enter, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon } from '../setup/make-game-form.ts'
import { getEvent, join, publishGame } from './games.ts'

collectLog()
holdQueues()

let [host, ana, bo, cleo, dan] = [] as unknown as [Person, Person, Person, Person, Person]

beforeAll(async () => {
  const all = await Promise.all(['host', 'ana', 'bo', 'cleo', 'dan'].map((id) => enter(id)))
  ;[host, ana, bo, cleo, dan] = all as [Person, Person, Person, Person, Person]
  await befriend('ana', 'cleo')
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await env.DB.batch(['event_invites', 'blocks', 'outreach'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  return () => vi.useRealTimers()
})

const list = async (person: Person, id: string) => {
  const { people } = (await (await person.ask(`/api/events/${id}/familiar`)).json()) as FamiliarPeople
  return people.map(({ person: face, hasPlayedLast }) => `${face.id}${hasPlayedLast ? ' played' : ''}`)
}
const invite = (person: Person, id: string, userId: string) =>
  person.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds: [userId] } })

/** Ana plays with Bo and Dan, and has a seat in a later game of the same host. */
async function playTwice(): Promise<string> {
  const last = await publishGame(host, { capacity: 8 })
  for (const person of [ana, bo, dan]) await join(person, last)
  vi.setSystemTime((await getEvent(host, last)).endsAt)
  const next = await publishGame(host, { capacity: 8, starts: inDays(9), ends: inDays(9, '14:00') })
  await join(ana, next)
  return next
}

describe('Who else could come', () => {
  it('are the players of last time, then connections, without those who are in or invited', async () => {
    const id = await playTwice()
    expect(await list(ana, id)).toEqual(['bo played', 'dan played', 'cleo'])
    await join(bo, id)
    await invite(ana, id, 'dan')
    expect(await list(ana, id)).toEqual(['cleo'])
  })

  it('are the players of a game that the person only hosted', async () => {
    const hosts = await enter('other-host')
    const last = await publishGame(hosts, { capacity: 8 })
    for (const person of [bo, dan]) await join(person, last)
    vi.setSystemTime((await getEvent(hosts, last)).endsAt)
    const next = await publishGame(hosts, { capacity: 8, starts: inDays(9), ends: inDays(9, '14:00') })
    expect(await list(hosts, next)).toEqual(['bo played', 'dan played'])
  })

  it('is nobody behind a block with the player or a host, and nothing for people without a seat', async () => {
    const id = await playTwice()
    await env.DB.batch([
      env.DB.prepare("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b1', 'bo', 'ana', 1), ('b2', 'dan', 'host', 1)"),
    ])
    expect(await list(ana, id)).toEqual(['cleo'])
    expect((await cleo.ask(`/api/events/${id}/familiar`)).status).toBe(403)
  })
})
