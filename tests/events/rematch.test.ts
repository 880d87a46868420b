import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { Rematch } from '../../domain/events/rematch-contract.ts'
import { outreachLimits } from '../../domain/outreach/limits.ts'
import { day } from '../../domain/time/spans.ts'
import { deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon, repeatWeekly } from '../setup/make-game-form.ts'
import { cancel, getEvent, join, leave, publishGame } from './games.ts'

collectLog()
holdQueues()

let [host, ana, bo, cleo] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  ;[host, ana, bo, cleo] = (await Promise.all(['host', 'ana', 'bo', 'cleo'].map((id) => enter(id)))) as [Person, Person, Person, Person]
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await env.DB.batch(['outreach', 'notices', 'blocks'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  await env.DB.exec("UPDATE events SET state = 'cancelled'")
  return () => vi.useRealTimers()
})

/** Publishes a game with these players, and sets the clock to its end. */
async function playOut(people: readonly Person[], form: Parameters<typeof publishGame>[1] = {}): Promise<string> {
  const id = await publishGame(host, { capacity: 8, ...form })
  for (const person of people) expect((await join(person, id)).status).toBe(200)
  vi.setSystemTime((await getEvent(host, id)).endsAt)
  return id
}

const read = async (person: Person, id: string): Promise<Rematch> => (await person.ask(`/api/events/${id}/rematch`)).json()
const nextOf = async (person: Person, id: string) => (await read(person, id)).next?.id ?? null
const ask = (person: Person, id: string) => person.ask(`/api/events/${id}/rematch`, { method: 'POST' })
const refusal = async (answer: Promise<Response>) => {
  const problem = await readProblem(await answer)
  return `${problem.status} ${problem.code}`
}
const later = { starts: inDays(20), ends: inDays(20, '14:00') }

describe('The next game', () => {
  it('is one of the host with players of then, and not one without them', async () => {
    const id = await playOut([ana, bo])
    const other = await publishGame(host, { capacity: 8, ...later })
    expect(await nextOf(ana, id)).toBeNull()
    await join(cleo, other)
    expect(await nextOf(ana, id)).toBeNull()
    await join(bo, other)
    expect(await nextOf(ana, id)).toBe(other)
    // Only the others count: whoever asks knows their own games.
    expect(await nextOf(bo, id)).toBeNull()
    await leave(bo, other)
    expect(await nextOf(ana, id)).toBeNull()
  })

  it('is one of the community with players of then and the same activity, and no other one', async () => {
    await putInTeams(['club'], ['host', 'ana', 'bo', 'cleo'])
    await rowsOf("UPDATE team_members SET role = 'owner' WHERE team_id = 'club' AND user_id = 'host'")
    const ofClub = { visibility: 'team', teamId: 'club', capacity: 8 } as const
    const id = await playOut([ana, bo], ofClub)
    const ofOthers = await publishGame(host, { ...ofClub, starts: inDays(10), ends: inDays(10, '14:00') })
    await join(cleo, ofOthers)
    const tennis = await publishGame(host, { ...ofClub, activity: 'tennis', starts: inDays(11), ends: inDays(11, '14:00') })
    await join(bo, tennis)
    expect(await nextOf(ana, id)).toBeNull()
    const same = await publishGame(host, { ...ofClub, ...later })
    await join(bo, same)
    expect(await nextOf(ana, id)).toBe(same)
  })

  it('is the next date of the series, before any other game', async () => {
    const id = await publishGame(host, { capacity: 8 }, { repeat: repeatWeekly(3) })
    await join(ana, id)
    vi.setSystemTime((await getEvent(host, id)).endsAt)
    const { series } = await getEvent(ana, id)
    expect(await nextOf(ana, id)).toBe(series?.others.toSorted((a, b) => a.startsAt - b.startsAt)[0]?.id)
  })

  it('is no date of the series that only a link opens', async () => {
    const id = await publishGame(host, { capacity: 8 }, { repeat: repeatWeekly(3) })
    await join(ana, id)
    vi.setSystemTime((await getEvent(host, id)).endsAt)
    const dates = (await getEvent(ana, id)).series?.others.toSorted((a, b) => a.startsAt - b.startsAt) ?? []
    await env.DB.prepare("UPDATE events SET visibility = 'link' WHERE id = ?")
      .bind(dates[0]?.id ?? '')
      .run()
    expect(await nextOf(ana, id)).toBe(dates[1]?.id)
  })

  it('is none that was cancelled, and none of a host with a block', async () => {
    const id = await playOut([ana, bo])
    const other = await publishGame(host, { capacity: 8, ...later })
    await join(bo, other)
    await env.DB.prepare("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'host', 'ana', 1)").run()
    expect(await nextOf(ana, id)).toBeNull()
    await env.DB.exec('DELETE FROM blocks')
    expect(await nextOf(ana, id)).toBe(other)
    await cancel(host, other)
    expect(await nextOf(ana, id)).toBeNull()
  })
})

describe('A player asks for the same game a week later', () => {
  const noticesOfHost = async () => {
    await deliverNotices()
    return rowsOf("SELECT title, path FROM notices WHERE user_id = 'host' AND key LIKE 'rematch-asked:%'")
  }

  it('once, and the host gets a notice that opens a copy of the game', async () => {
    const id = await playOut([ana, bo])
    expect((await read(ana, id)).ask).toBe('open')
    for (const answer of await Promise.all([ask(ana, id), ask(ana, id)])) expect(answer.status).toBe(204)
    expect((await read(ana, id)).ask).toBe('asked')
    expect((await read(bo, id)).ask).toBe('open')
    expect(await noticesOfHost()).toEqual([
      { title: 'Name of ana asks: Open play, same time next week?', path: `/create/event?from=${id}` },
    ])
  })

  it('only if they played, after the game, and for two weeks', async () => {
    const id = await publishGame(host, { capacity: 8 })
    await join(ana, id)
    expect(await refusal(ask(ana, id))).toBe('409 RematchClosed')
    const { endsAt } = await getEvent(host, id)
    vi.setSystemTime(endsAt)
    expect([await refusal(ask(bo, id)), await refusal(ask(host, id))]).toEqual(['403 PlayersOnly', '403 PlayersOnly'])
    expect([(await read(bo, id)).ask, (await read(host, id)).ask]).toEqual(['none', 'none'])
    vi.setSystemTime(endsAt + 14 * day)
    expect(await refusal(ask(ana, id))).toBe('409 RematchClosed')
    expect((await read(ana, id)).ask).toBe('none')
    expect(await refusal(ask(ana, 'not-there'))).toBe('404 EventNotFound')
  })

  it('and is invited first when the host plans the next game, with everybody else who played', async () => {
    const pastPlayers = async (id: string) =>
      ((await (await host.ask(`/api/events/${id}/form`)).json()) as EventFormAnswer).pastPlayers.map((person) => person.id)
    const upcoming = await publishGame(host, { capacity: 8 })
    await join(ana, upcoming)
    expect(await pastPlayers(upcoming)).toEqual([])
    const id = await playOut([ana, bo, cleo])
    expect(await pastPlayers(id)).toEqual(['ana', 'bo', 'cleo'])
    await ask(cleo, id)
    expect(await pastPlayers(id)).toEqual(['cleo', 'ana', 'bo'])
    await env.DB.prepare("UPDATE joiners SET is_no_show = 1 WHERE event_id = ? AND user_id = 'ana'").bind(id).run()
    await env.DB.prepare("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'bo', 'host', 1)").run()
    expect(await pastPlayers(id)).toEqual(['cleo'])
  })

  it('and does not reach a host who blocked them', async () => {
    const id = await playOut([ana])
    await env.DB.prepare("INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES ('b', 'host', 'ana', 1)").run()
    expect((await ask(ana, id)).status).toBe(204)
    expect(await noticesOfHost()).toEqual([])
  })

  it('and not one host again and again', async () => {
    const { max } = outreachLimits.rematch.toOnePerson
    const ids: string[] = []
    for (let i = 0; i <= max; i++) ids.push(await publishGame(host, { capacity: 8 }))
    for (const id of ids) await join(ana, id)
    vi.setSystemTime((await getEvent(host, ids[0] ?? '')).endsAt)
    for (const id of ids.slice(1)) expect((await ask(ana, id)).status).toBe(204)
    expect(await refusal(ask(ana, ids[0] ?? ''))).toBe('429 AskedTooOften')
  })
})
