import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ActivityId } from '../../domain/activities.ts'
import { day } from '../../domain/time/spans.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { block, completeForm, enter, enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
const queues = holdQueues()

const [austin, sanAntonio] = [4671654, 4726206]
const start = noon
const plays = (...ids: ActivityId[]) => ids.map((activity) => ({ activity, level: 3, isOn: true }))

beforeAll(() => buildWorld(env.DB, ['cities:some']))

beforeEach(async () => {
  for (const table of ['notices', 'jobs', 'blocks', 'mail_optouts', 'push_optouts', 'person_cells'])
    await env.DB.exec(`DELETE FROM ${table}`)
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  return () => vi.useRealTimers()
})

let newcomerCount = 0

/** A new person completes their profile, and all notifications about it are delivered. */
async function addNewcomer(
  activities = plays('tennis'),
  before: (person: Person) => Promise<unknown> = async () => undefined,
): Promise<Person> {
  const id = `new-${++newcomerCount}`
  const person = await enter(id, { profileComplete: false })
  await before(person)
  const json = { ...completeForm, displayName: `New ${newcomerCount}`, cityId: austin, activities }
  expect((await person.ask('/api/profiles/me', { method: 'POST', json })).status).toBe(201)
  await vi.waitFor(async () => expect(await rowsOf('SELECT 1 FROM outbox')).toEqual([]))
  expect(queues.notices.map(({ body }) => body.fact)).toEqual([{ kind: 'newcomer', personId: id }])
  await deliverAll()
  return person
}

/** Their emails do not wait for a digest. */
const mailAtOnce = (person: Person) =>
  person.ask('/api/notifications/settings/usersJoinNearby/frequency', { method: 'PUT', json: { frequency: 'each' } })
const switchOff = (person: Person, channel: 'email' | 'push') =>
  person.ask('/api/notifications/settings', { method: 'PATCH', json: { topic: 'usersJoinNearby', channel, isOn: false } })
const listNotices = () => rowsOf('SELECT user_id, title FROM notices ORDER BY user_id, title')
/** An email to somebody of a test file that ran before can come late, and does not count. */
async function listMailedAddresses(): Promise<string[]> {
  const known = (await rowsOf('SELECT email FROM users')).map(({ email }) => email)
  return queues.sent.filter(({ to, subject }) => known.includes(to) && !subject.startsWith('Welcome')).map(({ to }) => to)
}

describe('A new person nearby', () => {
  it('is announced to people with a shared activity, with a link and without a distance', async () => {
    await mailAtOnce(await enterAndSetUp('ana', { activities: plays('chess', 'tennis') }))
    const { id } = await addNewcomer(plays('soccer', 'tennis', 'chess'))
    expect(await rowsOf("SELECT user_id, topic, title, text, path, actor_id FROM notices WHERE user_id = 'ana'")).toEqual([
      {
        user_id: 'ana',
        topic: 'usersJoinNearby',
        title: `New ${newcomerCount} is new near you`,
        text: 'You both play Tennis.',
        path: `/profile/${id}`,
        actor_id: id,
      },
    ])
    expect(await listMailedAddresses()).toEqual(['ana@local.test'])
  })

  it('is not announced to people who are far away, have a block, play something else, or turned the topic off', async () => {
    await enterAndSetUp('far', { activities: plays('tennis'), cityId: sanAntonio })
    await enterAndSetUp('other-game', { activities: plays('chess') })
    await enterAndSetUp('off-now', { activities: [{ activity: 'tennis', level: 3, isOn: false }, ...plays('chess')] })
    await enterAndSetUp('blocker')
    await enterAndSetUp('blocked')
    const quiet = await enterAndSetUp('quiet')
    for (const channel of ['email', 'push'] as const) await switchOff(quiet, channel)
    await switchOff(await enterAndSetUp('no-mail'), 'email')
    await addNewcomer(plays('tennis'), async ({ id }) => {
      await block('blocker', id)
      await block(id, 'blocked')
    })
    expect((await listNotices()).map(({ user_id }) => user_id)).toEqual(['no-mail'])
    expect(await listMailedAddresses()).toEqual([])
  })

  it('is announced to the same person at most once a day', async () => {
    await mailAtOnce(await enterAndSetUp('bo', { activities: plays('tennis', 'chess') }))
    const first = await addNewcomer()
    await addNewcomer(plays('chess'))
    const ofBo = async () => (await listNotices()).filter(({ user_id }) => user_id === 'bo').map(({ title }) => title)
    expect(await ofBo()).toEqual([`New ${first.id.slice('new-'.length)} is new near you`])
    expect((await listMailedAddresses()).filter((to) => to === 'bo@local.test')).toHaveLength(1)
    vi.setSystemTime(start + day)
    await addNewcomer(plays('chess'))
    expect(await ofBo()).toHaveLength(2)
  })

  it('is announced to at most twenty people, and the next one to people without a notification yet', async () => {
    for (let n = 0; n < 25; n++) await enterAndSetUp(`many-${n}`)
    await addNewcomer()
    expect(await listNotices()).toHaveLength(20)
    await addNewcomer()
    // The first new person gets a notification about the second, too.
    expect(await listNotices()).toHaveLength(26)
    expect(new Set((await listNotices()).map(({ user_id }) => user_id)).size).toBe(26)
  })
})
