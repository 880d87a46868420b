import { createStore, get, keys } from 'idb-keyval'
import { beforeEach, expect, it } from 'vitest'
import { eventById } from '../../web/events/queries.ts'
import { clearOfflineStore, startOfflineStore } from '../../web/offline-store.ts'
import { queryClient } from '../../web/query-client.ts'
import { anEvent, eventAnswers } from './event-examples.ts'
import { answerWith, refuse } from './setup/answers.ts'

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

it('The data of one person is deleted when another person uses the device', async () => {
  await startOfflineStore('person-a')
  await fetchGame()
  await expect.poll(() => readSaved('person-a')).toContain(title)
  await startOfflineStore('person-b')
  expect(await keys(store)).not.toContain('person-a')
})
