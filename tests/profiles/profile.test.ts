import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import { deliverAll, holdQueues, type Office } from '../notifications/post-office.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { enter, enterAndSetUp, filledIn, type Person, rowsOf } from './people.ts'

collectLog()
const office: Office = holdQueues()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const { activities: _, privacy: __, ...form } = filledIn
const { cityId: ___, ...shownForm } = form
const own = async (person: Person): Promise<OwnProfile> => (await person.ask('/api/profiles/me')).json()
const save = (person: Person, change: object) => person.ask('/api/profiles/me', { method: 'PUT', json: { ...form, ...change } })
const wordsOf = async (id: string) =>
  (await rowsOf('SELECT word FROM profile_words WHERE user_id = ? ORDER BY word', id)).map(({ word }) => word)
const newcomer = (id: string) => enter(id, { profileComplete: false })
const setUp = (person: Person, change: object = {}) => person.ask('/api/profiles/me', { method: 'POST', json: { ...filledIn, ...change } })

describe('Setting a profile up', () => {
  it('lets the person in, as they filled it in, and welcomes them by mail', async () => {
    const lee = await newcomer('lee')
    expect(await own(lee)).toMatchObject({ hasAdditionalInfo: false, displayName: null, displayNameFallback: 'lee', version: 0 })
    const answer = await setUp(lee)
    expect(answer.status).toBe(201)
    const profile = await answer.json<OwnProfile>()
    expect(profile).toMatchObject({
      id: 'lee',
      email: 'lee@local.test',
      emailVerified: true,
      hasAdditionalInfo: true,
      ...shownForm,
      defaultCity: { id: form.cityId, name: 'Austin', state: 'TX', timeZone: 'America/Chicago' },
      sportAvailability: filledIn.activities,
      version: 1,
    })
    expect(await own(lee)).toEqual(profile)
    expect(await wordsOf('lee')).toEqual(['lee', 'rally'])
    expect(await (await lee.ask('/api/session')).json()).toMatchObject({ viewer: { name: 'Lee Rally', profileComplete: true } })
    await deliverAll()
    expect(office.sent).toMatchObject([{ to: 'lee@local.test', subject: 'Welcome to Gather, Lee Rally' }])
  })

  it('keeps the privacy switches as the person left them', async () => {
    await enterAndSetUp('private')
    expect(await rowsOf("SELECT * FROM privacy_settings WHERE user_id = 'private'")).toMatchObject([
      { messages_from_anyone: 0, public_badges: 1, public_online_status: 1, public_upcoming_games: 0 },
    ])
  })

  it('is done once, by twenty at once too, and the first one stands', async () => {
    const twenty = await newcomer('twenty')
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => setUp(twenty, { displayName: `Twenty ${i}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
    const made = await answers.find(({ status }) => status === 201)?.json<OwnProfile>()
    const displayName = made?.displayName
    expect(await own(twenty)).toEqual(made)
    expect(await wordsOf('twenty')).toEqual(displayName?.toLowerCase().split(' ').toSorted())
    await deliverAll()
    // One welcome, and one word to each of the two who play the same near by.
    expect(office.sent.map(({ to }) => to).toSorted()).toEqual(['lee@local.test', 'private@local.test', 'twenty@local.test'])

    expect(await readProblem(await setUp(twenty, { displayName: 'Later' }))).toMatchObject({ code: 'ProfileExists' })
    expect((await own(twenty)).displayName).toBe(displayName)
  })

  it('waits for a verified address', async () => {
    const hasty = await enter('hasty', { profileComplete: false, emailVerified: false })
    expect(await readProblem(await setUp(hasty))).toMatchObject({ code: 'EmailNotVerified', title: 'Please verify your email first.' })
    expect((await own(hasty)).hasAdditionalInfo).toBe(false)
  })

  it('names the field that is not right, and keeps nothing', async () => {
    const faulty = await newcomer('faulty')
    const issue = async (change: object) => (await readProblem(await setUp(faulty, change))).issues?.[0]
    expect(await issue({ cityId: 7 })).toEqual({ path: 'cityId', message: 'Pick a city from the list.' })
    expect(await issue({ activities: [] })).toEqual({ path: 'activities', message: 'Pick atleast one' })
    expect(await issue({ displayName: ' ' })).toMatchObject({ path: 'displayName' })
    expect((await own(faulty)).hasAdditionalInfo).toBe(false)
    expect(office.mail).toEqual([])
  })
})

describe('Saving', () => {
  it('changes everything at once, and the person is found by the new name only', async () => {
    const sam = await enterAndSetUp('sam')
    const answer = await save(sam, { version: 1, displayName: 'Sám Söderberg', bio: '', cityId: 5128581, gender: null })
    expect(await answer.json()).toMatchObject({
      version: 2,
      displayName: 'Sám Söderberg',
      bio: '',
      gender: null,
      defaultCity: { state: 'NY' },
    })
    expect(await wordsOf('sam')).toEqual(['sam', 'soderberg'])
  })

  it('from a tab that has not seen the last change is refused and changes nothing', async () => {
    const tabs = await enterAndSetUp('tabs')
    await save(tabs, { version: 1, displayName: 'First Tab' })
    const before = await own(tabs)
    expect(await readProblem(await save(tabs, { version: 1, displayName: 'Second Tab', bio: 'Lost?' }))).toMatchObject({
      code: 'ProfileVersionConflict',
    })
    expect(await own(tabs)).toEqual(before)
    expect(await wordsOf('tabs')).toEqual(['first', 'tab'])
  })

  it('by ten tabs at once lets one through', async () => {
    const ten = await enterAndSetUp('ten')
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => save(ten, { version: 1, displayName: `Tab number${i}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    const profile = await own(ten)
    expect(profile.version).toBe(2)
    expect(await wordsOf('ten')).toEqual(profile.displayName?.toLowerCase().split(' ').toSorted())
  })

  it('waits for the profile to be set up', async () => {
    expect((await save(await newcomer('early'), { version: 0 })).status).toBe(403)
  })
})

describe('What a person plays', () => {
  const put = (person: Person, activity: string, json: object = { level: 2, isOn: true }) =>
    person.ask(`/api/profiles/me/activities/${activity}`, { method: 'PUT', json })
  const remove = (person: Person, activity: string) => person.ask(`/api/profiles/me/activities/${activity}`, { method: 'DELETE' })
  const played = async (person: Person) => (await own(person)).sportAvailability.map(({ activity }) => activity).toSorted()

  it('is saved one by one, so that two tabs keep both', async () => {
    const both = await enterAndSetUp('both')
    const answers = await Promise.all(['soccer', 'hiking', 'yoga', 'golf'].map((activity) => put(both, activity)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect(await played(both)).toEqual(['chess', 'golf', 'hiking', 'soccer', 'tennis', 'yoga'])
  })

  it('is changed in place', async () => {
    const change = await enterAndSetUp('change')
    await put(change, 'tennis', { level: null, isOn: false })
    expect((await own(change)).sportAvailability).toEqual([
      { activity: 'tennis', level: null, isOn: false },
      { activity: 'chess', level: null, isOn: false },
    ])
  })

  it('never becomes nothing, not by two tabs at once either', async () => {
    const last = await enterAndSetUp('last')
    const answers = await Promise.all([remove(last, 'tennis'), remove(last, 'chess')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const [left = ''] = await played(last)
    expect(await readProblem(await remove(last, left))).toMatchObject({ title: 'Pick atleast one' })
    expect(await played(last)).toEqual([left])
    expect((await remove(last, 'golf')).status).toBe(204)
  })

  it('has to be an activity there is, at a level there is', async () => {
    const odd = await enterAndSetUp('odd')
    expect((await put(odd, 'quidditch')).status).toBe(400)
    expect((await put(odd, 'golf', { level: 2.25, isOn: true })).status).toBe(400)
    expect((await put(odd, 'golf', { level: 2 })).status).toBe(400)
    expect(await played(odd)).toEqual(['chess', 'tennis'])
  })
})
