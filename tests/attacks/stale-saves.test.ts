import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ActivitySubscription } from '../../domain/activity-subscriptions/contract.ts'
import type { MyAvailability } from '../../domain/availability/contract.ts'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import { schedule } from '../availability/schedules.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace, readPlace, toForm } from '../places/places.ts'
import { completeForm, enterAndSetUp, type Person } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'

collectLog()
holdQueues()

type Stored = { version: number }
/** A thing that is edited in a form. `save` writes one of two texts into one of its fields, whatever the other fields are. */
type Thing = { read: () => Promise<Stored>; save: (text: string, version: unknown) => Promise<Response> }

let person: Person
const get = async <T>(path: string): Promise<T> => (await person.ask(path)).json()
const put = (path: string, json: object, method = 'PUT') => person.ask(path, { method, json })

async function makeProfile(): Promise<Thing> {
  const { activities: _, privacy: __, ...form } = completeForm
  return {
    read: () => get<OwnProfile>('/api/profiles/me'),
    save: (text, version) => put('/api/profiles/me', { ...form, bio: text, version }),
  }
}

async function makeAvailability(): Promise<Thing> {
  const hours = (text: string) => schedule('America/Chicago', { monday: [`${10 + (text.length % 10)}:00-20:00`] })
  await put('/api/availability', { ...hours(''), version: 0 })
  return {
    read: () => get<MyAvailability>('/api/availability'),
    save: (text, version) => put('/api/availability', { ...hours(text), version }),
  }
}

async function makePlace(): Promise<Thing> {
  const place = await addPlace(person)
  return {
    read: () => readPlace(person, place.id),
    save: (text, version) => put(`/api/places/${place.id}`, { ...toForm(place), fee: text, version }),
  }
}

async function makeGame(): Promise<Thing> {
  const path = `/api/events/${await publishGame(person)}`
  const { form } = await get<EventFormAnswer>(`${path}/form`)
  return {
    read: () => get<EventFormAnswer>(`${path}/form`),
    save: (text, version) => put(path, { form: { ...form, description: text }, version, scope: 'this' }, 'PATCH'),
  }
}

async function makeAlert(): Promise<Thing> {
  const path = '/api/activity-subscriptions'
  const address = { name: 'Austin, TX', lat: 30.26715, lng: -97.74306, description: 'Austin, TX' }
  const form = { address, radius: 15, activities: ['Padel'], startDate: null, endDate: null, isTemporary: false }
  const answer = await person.ask(path, { method: 'POST', json: { ...form, idempotencyKey: crypto.randomUUID() } })
  const { id } = await answer.json<ActivitySubscription>()
  return {
    read: async () => {
      const { subscriptions } = await get<{ subscriptions: ActivitySubscription[] }>(path)
      return subscriptions.find((one) => one.id === id) ?? { version: 0 }
    },
    save: (text, version) => put(`${path}/${id}`, { ...form, radius: 1 + text.length, version }),
  }
}

const makers = { profile: makeProfile, availability: makeAvailability, place: makePlace, game: makeGame, alert: makeAlert }

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  person = await enterAndSetUp('two-tabs')
})

describe.each(Object.entries(makers))('A save of an old %s, which an attacker sends past the form', (_, make) => {
  it('is refused and changes nothing, whichever version it claims', async () => {
    const thing = await make()
    const { version } = await thing.read()
    expect((await thing.save('From tab A', version)).status).toBeLessThan(300)
    const saved = await thing.read()
    expect(saved.version).toBe(version + 1)
    expect((await thing.save('From the stale tab', version)).status).toBe(409)
    for (const claimed of [0, version - 1, version + 2, 10 ** 9, -1, 1.5, String(version + 1), null, undefined, [version + 1], true]) {
      expect([400, 409]).toContain((await thing.save('From the stale tab', claimed)).status)
    }
    expect(await thing.read()).toEqual(saved)
  })

  it('wins only once if it is sent many times at the same time', async () => {
    const thing = await make()
    const { version } = await thing.read()
    const answers = await Promise.all(['1', '22', '333', '4444'].map((text) => thing.save(text, version)))
    expect(answers.map(({ status }) => (status < 300 ? 'saved' : status)).sort()).toEqual([409, 409, 409, 'saved'])
    expect((await thing.read()).version).toBe(version + 1)
  })
})
