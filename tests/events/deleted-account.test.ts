import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon, repeatWeekly } from '../setup/make-game-form.ts'
import { getEvent, getLive, join, passMinutes, publishGame, readEntries, statesOf } from './games.ts'

collectLog()
holdQueues()

let [ana, bo] = [] as unknown as [Person, Person]
let leavers = 0
/** Makes a person who will delete their account. */
const enterLeaver = () => enter(`leaver-${++leavers}`)

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

async function endAccount(person: Person) {
  await vi.waitFor(async () => expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]))
  await deleteAccount({ db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, person.id)
}

/** Delivers everything that is in the outbox. */
async function deliver() {
  await passMinutes(1)
  await deliverAll()
}

describe('A person who deletes their account', () => {
  it('gives up their seats in upcoming games, and stays without a name in past games', async () => {
    const leaver = await enterLeaver()
    const [past, ahead] = [await publishGame(ana, { starts: inDays(1), ends: inDays(1, '14:00') }), await publishGame(ana, { capacity: 2 })]
    for (const id of [past, ahead]) expect((await join(leaver, id, { guests: ['Zoe'] })).status).toBe(200)
    await join(bo, ahead, { orWait: true })
    vi.setSystemTime(noon + 2 * 24 * 60 * 60 * 1000)
    await endAccount(leaver)
    expect(await readEntries(past)).toEqual([{ who: null, state: 'going', seats: 2 }])
    expect(await readEntries(ahead)).toEqual([
      { who: null, state: 'left', seats: 2 },
      { who: 'bo', state: 'waiting', seats: 1 },
    ])
    expect(await getLive(ana, ahead)).toMatchObject({ taken: 0, waiting: 1 })
    expect(JSON.stringify(await rowsOf('SELECT * FROM joiners WHERE event_id IN (?, ?)', past, ahead))).not.toMatch(/Zoe|leaver/)
    await deliver()
    expect(await statesOf(ahead)).toEqual(['null left', 'bo offered'])
  })

  it('has the games without another host cancelled, and all players notified', async () => {
    const leaver = await enterLeaver()
    const first = await publishGame(leaver, {}, { repeat: repeatWeekly(2) })
    const second = (await getEvent(leaver, first)).series?.others[0]?.id ?? ''
    const draft = await publishGame(leaver, {}, { publish: { when: 'later', at: Date.now() + 3_600_000 } })
    expect((await leaver.ask(`/api/events/${draft}/invites`, { method: 'POST', json: { userIds: ['ana'] } })).status).toBe(200)
    await join(ana, second)
    await endAccount(leaver)
    await deliver()
    expect(await rowsOf('SELECT state, creator_id AS creatorId FROM events WHERE id IN (?, ?)', first, second)).toEqual([
      { state: 'cancelled', creatorId: null },
      { state: 'cancelled', creatorId: null },
    ])
    expect(await rowsOf('SELECT 1 FROM events WHERE id = ?', draft)).toEqual([])
    expect(await rowsOf('SELECT user_id AS id, title, text FROM notices')).toEqual([
      {
        id: 'ana',
        title: 'Open play was cancelled',
        text: expect.stringMatching(/^The game of \w+day, .*, Northside Courts was cancelled\. Reason: The host deleted their account\.$/),
      },
    ])
    expect(await rowsOf('SELECT 1 FROM event_cells WHERE id IN (?, ?)', first, second)).toEqual([])
    expect((await getEvent(ana, second)).hosts).toEqual([])
  })

  it('leaves a game to the co-host', async () => {
    const leaver = await enterLeaver()
    await befriend(leaver.id, 'bo')
    const [id, draft] = [
      await publishGame(leaver, { coHosts: ['bo'] }),
      await publishGame(leaver, { coHosts: ['bo'] }, { publish: { when: 'never' } }),
    ]
    const gameOfBo = await publishGame(bo, { coHosts: [leaver.id] })
    await join(ana, id)
    await endAccount(leaver)
    await deliver()
    const page = await getEvent(bo, id)
    expect(page).toMatchObject({ creatorId: 'bo', isHost: true, live: { state: 'published', taken: 1 } })
    for (const game of [id, draft, gameOfBo]) expect((await getEvent(bo, game)).hosts.map((face) => face.id)).toEqual(['bo'])
    expect(await rowsOf("SELECT 1 FROM notices WHERE key LIKE 'event:%'")).toEqual([])
  })
})
