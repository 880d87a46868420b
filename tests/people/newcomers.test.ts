import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivityId } from '../../domain/activities.ts'
import { day } from '../../domain/time/spans.ts'
import { deliverAll, holdQueues } from '../notifications/post-office.ts'
import { block, enter, enterAndSetUp, filledIn, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
const office = holdQueues()

const [austin, sanAntonio] = [4671654, 4726206]
const noon = Date.UTC(2026, 10, 25, 18)
const plays = (...ids: ActivityId[]) => ids.map((activity) => ({ activity, level: 3, isOn: true }))

beforeAll(() => buildWorld(env.DB, ['cities:some']))

beforeEach(async () => {
  for (const table of ['notices', 'jobs', 'blocks', 'mail_optouts', 'push_optouts', 'person_cells'])
    await env.DB.exec(`DELETE FROM ${table}`)
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

let arrived = 0

/** Someone fills in their profile, and all that follows from it arrives. */
async function arrive(activities = plays('tennis'), before: (person: Person) => Promise<unknown> = async () => undefined): Promise<Person> {
  const id = `new-${++arrived}`
  const person = await enter(id, { profileComplete: false })
  await before(person)
  const json = { ...filledIn, displayName: `New ${arrived}`, cityId: austin, activities }
  expect((await person.ask('/api/profiles/me', { method: 'POST', json })).status).toBe(201)
  await vi.waitFor(async () => expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]))
  expect(office.notices.map(({ body }) => body.fact)).toEqual([{ kind: 'newcomer', personId: id }])
  await deliverAll()
  return person
}

const switchOff = (person: Person, channel: 'email' | 'push') =>
  person.ask('/api/notifications/settings', { method: 'PATCH', json: { topic: 'usersJoinNearby', channel, isOn: false } })
const told = () => rowsOf('SELECT user_id, title FROM notices ORDER BY user_id, title')
const mailed = () => office.sent.filter(({ subject }) => !subject.startsWith('Welcome')).map(({ to }) => to)

describe('Who is new near by', () => {
  it('is told of to who plays the same, with a way to them and no distance', async () => {
    await enterAndSetUp('ana', { activities: plays('chess', 'tennis') })
    const { id } = await arrive(plays('soccer', 'tennis', 'chess'))
    expect(await rowsOf("SELECT user_id, topic, title, text, path, actor_id FROM notices WHERE user_id = 'ana'")).toEqual([
      {
        user_id: 'ana',
        topic: 'usersJoinNearby',
        title: `New ${arrived} is new near you`,
        text: 'You both play: Tennis.',
        path: `/profile/${id}`,
        actor_id: id,
      },
    ])
    expect(mailed()).toEqual(['ana@local.test'])
  })

  it('is told of to nobody far away, blocked either way, who plays something else, or wants to hear of nobody', async () => {
    await enterAndSetUp('far', { activities: plays('tennis'), cityId: sanAntonio })
    await enterAndSetUp('other-game', { activities: plays('chess') })
    await enterAndSetUp('off-now', { activities: [{ activity: 'tennis', level: 3, isOn: false }, ...plays('chess')] })
    await enterAndSetUp('blocker')
    await enterAndSetUp('blocked')
    const quiet = await enterAndSetUp('quiet')
    for (const channel of ['email', 'push'] as const) await switchOff(quiet, channel)
    await switchOff(await enterAndSetUp('no-mail'), 'email')
    await arrive(plays('tennis'), async ({ id }) => {
      await block('blocker', id)
      await block(id, 'blocked')
    })
    expect((await told()).map(({ user_id }) => user_id)).toEqual(['no-mail'])
    expect(mailed()).toEqual([])
  })

  it('is told of once a day, and again the day after', async () => {
    await enterAndSetUp('bo', { activities: plays('tennis', 'chess') })
    const first = await arrive()
    await arrive(plays('chess'))
    const ofBo = async () => (await told()).filter(({ user_id }) => user_id === 'bo').map(({ title }) => title)
    expect(await ofBo()).toEqual([`New ${first.id.slice('new-'.length)} is new near you`])
    expect(mailed().filter((to) => to === 'bo@local.test')).toHaveLength(1)
    vi.setSystemTime(noon + day)
    await arrive(plays('chess'))
    expect(await ofBo()).toHaveLength(2)
  })

  it('is told of to twenty at most, and the next one to those who heard of nobody yet', async () => {
    for (let n = 0; n < 25; n++) await enterAndSetUp(`many-${n}`)
    await arrive()
    expect(await told()).toHaveLength(20)
    await arrive()
    // The first newcomer hears of the second, too.
    expect(await told()).toHaveLength(26)
    expect(new Set((await told()).map(({ user_id }) => user_id)).size).toBe(26)
  })
})
