import { createStore, get, keys, set } from 'idb-keyval'
import { beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { HomeUpcoming } from '../../domain/home/contract.ts'
import { eventById } from '../../web/events/queries.ts'
import { clearOfflineStore, startOfflineStore } from '../../web/offline-store.ts'
import { gamesOf, publicProfile } from '../../web/profiles/queries.ts'
import { queryClient } from '../../web/query-client.ts'
import { aCard } from './discover-examples.ts'
import { anEvent, eventAnswers } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { allowErrors } from './setup/each-test.ts'
import { openApp, someone } from './setup/open-app.tsx'

const title = 'Saturday sunrise open play'
const store = createStore('gather', 'seen')

/** The data that this device has saved for a person. */
const readSaved = async (person: string) => JSON.stringify((await get(person, store)) ?? null)

const fetchGame = () => queryClient.fetchQuery({ ...eventById('sunrise'), staleTime: 0, retry: false })

beforeEach(async () => {
  await clearOfflineStore()
  answerWith(eventAnswers(anEvent()))
})

it('A game stays available offline after a server error, but not after the server says that it no longer exists', async () => {
  await startOfflineStore('person-a')
  await fetchGame()
  await expect.poll(() => readSaved('person-a')).toContain(title)

  answerWith({ 'GET /api/events/:id': () => refuse('Unexpected', 'Something went wrong on our side.') })
  await expect(fetchGame()).rejects.toThrow()
  await queryClient.fetchQuery({ queryKey: ['later'], queryFn: () => 'loaded later', meta: { offline: true } })
  await expect.poll(() => readSaved('person-a')).toContain('loaded later')
  expect(await readSaved('person-a')).toContain(title)

  answerWith({ 'GET /api/events/:id': () => refuse('EventNotFound', 'We could not find this game.') })
  await expect(fetchGame()).rejects.toThrow()
  await expect.poll(() => readSaved('person-a')).not.toContain(title)
})

it('What an older release has saved is used without the server, also the next time, and dropped with it', async () => {
  await startOfflineStore('person-a')
  await fetchGame()
  await expect.poll(() => readSaved('person-a')).toContain(title)
  const saved = await get('person-a', store)
  await set('person-a', { ...saved, build: 'older' }, store)
  const startAgain = async (isOffline: boolean) => {
    queryClient.clear()
    await startOfflineStore('person-a', { isOffline })
    return queryClient.getQueryData(eventById('sunrise').queryKey)?.title
  }
  expect(await startAgain(true)).toBe(title)
  await queryClient.fetchQuery({ queryKey: ['later'], queryFn: () => 'loaded later', meta: { offline: true } })
  await expect.poll(() => readSaved('person-a')).toContain('loaded later')
  expect(await startAgain(true)).toBe(title)
  expect(await startAgain(false)).toBeUndefined()
})

it('My next game opens without the server after a visit to another page than home, and is loaded once', async () => {
  allowErrors(/50\d/)
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve({} as ServiceWorkerRegistration))
  const next = { ...aCard({ id: 'sunrise', title: 'In the list', mine: 'going' }), nextDates: [], isGuest: false }
  answerWith({
    'GET /api/home/upcoming': { events: [next], faces: [], isIndoor: null, otherGames: [] } satisfies HomeUpcoming,
    'GET /api/my-games': { games: [], next: null },
    'GET /api/my-games/series': { series: [] },
    'GET /api/my-games/years/:year': () => refuse('Unexpected', 'Something went wrong on our side.'),
  })
  await startOfflineStore(someone.id)
  const app = await openApp('/my-games', { viewer: someone })
  await expect.poll(() => readSaved(someone.id)).toContain(title)
  expect(await readSaved(someone.id)).toContain('In the list')

  answerWith({ 'GET /api/events/:id': () => refuse('Unexpected', 'Something went wrong on our side.') })
  await app.goTo('/discover/events/sunrise')
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  expect(requestsTo('GET /api/home/upcoming')).toHaveLength(1)
})

it('The data of one person is deleted when another person uses the device', async () => {
  await startOfflineStore('person-a')
  await fetchGame()
  await expect.poll(() => readSaved('person-a')).toContain(title)
  await startOfflineStore('person-b')
  expect(await keys(store)).not.toContain('person-a')
})

/** A person, a game that they host, and another game. */
const blocker = 'person-who-blocks'
const profileKept = () => queryClient.fetchQuery({ ...publicProfile(blocker), staleTime: 0, retry: false })

it.each(['PersonNotFound', 'ProfileIncomplete'] as const)(
  'What was kept of a person is gone after the answer %s, everywhere, and does not come back',
  async (code) => {
    await startOfflineStore('person-a')
    answerWith({ 'GET /api/profiles/:id': { id: blocker, displayName: 'Quillon Varga' } })
    await profileKept()
    const list = {
      queryKey: ['events', 'of-somebody'],
      queryFn: () => [{ hosts: [{ id: blocker, name: 'Quillon Varga' }] }],
      meta: { offline: true as const },
    }
    const other = {
      queryKey: ['events', 'of-others'],
      queryFn: () => [{ hosts: [{ id: 'other', name: 'Someone else' }] }],
      meta: { offline: true as const },
    }
    await queryClient.fetchQuery(list)
    await queryClient.fetchQuery(other)
    await expect.poll(() => readSaved('person-a')).toContain('Someone else')
    expect(await readSaved('person-a')).toContain('Quillon Varga')

    answerWith({ 'GET /api/profiles/:id': () => refuse(code, 'User not found') })
    await expect(profileKept()).rejects.toThrow()
    expect(queryClient.getQueryData(publicProfile(blocker).queryKey)).toBeUndefined()
    expect(queryClient.getQueryData(list.queryKey)).toBeUndefined()
    expect(queryClient.getQueryData(other.queryKey)).toBeDefined()
    await expect.poll(() => readSaved('person-a')).not.toContain('Quillon Varga')
    expect(await readSaved('person-a')).toContain('Someone else')
    // A second start restores what is stored.
    queryClient.clear()
    await startOfflineStore('person-a')
    expect(queryClient.getQueryData(publicProfile(blocker).queryKey)).toBeUndefined()
    expect(queryClient.getQueryData(other.queryKey)).toBeDefined()
  },
)

it('A list that names a person is gone too if their profile was never open here. A refused question about them loads nothing again', async () => {
  await startOfflineStore('person-a')
  let loads = 0
  const list = {
    queryKey: ['events', 'of-somebody'],
    queryFn: () => {
      loads += 1
      return [{ hosts: [{ id: blocker, name: 'Quillon Varga' }] }]
    },
    meta: { offline: true as const },
  }
  await queryClient.fetchQuery(list)
  await expect.poll(() => readSaved('person-a')).toContain('Quillon Varga')
  const refused = () => refuse('PersonNotFound', 'User not found')
  answerWith({ 'GET /api/profiles/:id/games': refused, 'GET /api/profiles/:id/teams': refused, 'GET /api/profiles/:id': refused })
  await expect(queryClient.fetchQuery({ ...gamesOf(blocker), retry: false })).rejects.toThrow()
  expect([queryClient.getQueryData(list.queryKey) !== undefined, loads]).toEqual([true, 1])
  await expect(profileKept()).rejects.toThrow()
  expect(queryClient.getQueryData(list.queryKey)).toBeUndefined()
  await expect.poll(() => readSaved('person-a')).not.toContain('Quillon Varga')
})
