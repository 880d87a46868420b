import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/post-office.ts'
import { befriend, enter, type Person, rowsOf } from '../profiles/people.ts'
import { aWeekly, inDays } from '../setup/a-game.ts'
import { collectLog } from '../setup/log.ts'
import { entriesOf, join, liveOf, lookAt, passMinutes, putUp, statesOf } from './games.ts'

collectLog()
holdQueues()
const noon = Date.UTC(2026, 10, 25, 18)

let [ana, bo] = [] as unknown as [Person, Person]
let names = 0
/** Someone new who will be gone at the end of the test. */
const someone = () => enter(`goner-${++names}`)

beforeAll(async () => {
  const all = await Promise.all(['ana', 'bo'].map((id) => enter(id)))
  ;[ana, bo] = all as [Person, Person]
})

beforeEach(async () => {
  await env.DB.exec("UPDATE events SET state = 'cancelled', reminded = 8")
  await env.DB.exec('DELETE FROM notices')
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

async function end(person: Person) {
  await vi.waitFor(async () => expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]))
  await deleteAccount({ db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, person.id)
}

/** Half a minute later the outbox is swept. */
async function deliver() {
  await passMinutes(1)
  await deliverAll()
}

describe('Someone who deletes their account', () => {
  it('frees their seats ahead, and stays as a nameless one where they have been', async () => {
    const goner = await someone()
    const [past, ahead] = [await putUp(ana, { starts: inDays(1), ends: inDays(1, '14:00') }), await putUp(ana, { capacity: 2 })]
    for (const id of [past, ahead]) expect((await join(goner, id, { guests: ['Zoe'] })).status).toBe(200)
    await join(bo, ahead, { orWait: true })
    vi.setSystemTime(noon + 2 * 24 * 60 * 60 * 1000)
    await end(goner)
    expect(await entriesOf(past)).toEqual([{ who: null, state: 'going', seats: 2 }])
    expect(await entriesOf(ahead)).toEqual([
      { who: null, state: 'left', seats: 2 },
      { who: 'bo', state: 'waiting', seats: 1 },
    ])
    expect(await liveOf(ana, ahead)).toMatchObject({ taken: 0, waiting: 1 })
    expect(JSON.stringify(await rowsOf('SELECT * FROM joiners WHERE event_id IN (?, ?)', past, ahead))).not.toMatch(/Zoe|goner/)
    await deliver()
    expect(await statesOf(ahead)).toEqual(['null left', 'bo offered'])
  })

  it('has what they ran alone called off, and everyone told', async () => {
    const goner = await someone()
    const first = await putUp(goner, {}, { repeat: aWeekly(2) })
    const second = (await lookAt(goner, first)).series?.others[0]?.id ?? ''
    const draft = await putUp(goner, {}, { publish: { when: 'later', at: Date.now() + 3_600_000 } })
    expect((await goner.ask(`/api/events/${draft}/invites`, { method: 'POST', json: { userIds: ['ana'] } })).status).toBe(200)
    await join(ana, second)
    await end(goner)
    await deliver()
    expect(await rowsOf('SELECT state, creator_id AS creatorId FROM events WHERE id IN (?, ?)', first, second)).toEqual([
      { state: 'cancelled', creatorId: null },
      { state: 'cancelled', creatorId: null },
    ])
    expect(await rowsOf('SELECT 1 FROM events WHERE id = ?', draft)).toEqual([])
    expect(await rowsOf('SELECT user_id AS id, title, text FROM notices')).toEqual([
      { id: 'ana', title: 'Open play was cancelled', text: 'Its host is not here any more.' },
    ])
    expect(await rowsOf('SELECT 1 FROM event_cells WHERE id IN (?, ?)', first, second)).toEqual([])
    expect((await lookAt(ana, second)).hosts).toEqual([])
  })

  it('leaves a game with who hosts it too', async () => {
    const goner = await someone()
    await befriend(goner.id, 'bo')
    const [id, draft] = [await putUp(goner, { coHosts: ['bo'] }), await putUp(goner, { coHosts: ['bo'] }, { publish: { when: 'never' } })]
    const theirs = await putUp(bo, { coHosts: [goner.id] })
    await join(ana, id)
    await end(goner)
    await deliver()
    const page = await lookAt(bo, id)
    expect(page).toMatchObject({ creatorId: 'bo', isHost: true, live: { state: 'published', taken: 1 } })
    for (const game of [id, draft, theirs]) expect((await lookAt(bo, game)).hosts.map((face) => face.id)).toEqual(['bo'])
    expect(await rowsOf("SELECT 1 FROM notices WHERE key LIKE 'event-news:%'")).toEqual([])
  })
})
