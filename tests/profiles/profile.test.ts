import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import { deliverAll, type HeldQueues, holdQueues } from '../notifications/hold-queues.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { completeForm, enter, enterAndSetUp, type Person, rowsOf } from './people.ts'

collectLog()
const office: HeldQueues = holdQueues()

beforeAll(() => buildWorld(env.DB, ['cities:some']))

const { activities: _, privacy: __, ...form } = completeForm
const { cityId: ___, ...shownForm } = form
const readProfile = async (person: Person): Promise<OwnProfile> => (await person.ask('/api/profiles/me')).json()
const saveProfile = (person: Person, change: object) => person.ask('/api/profiles/me', { method: 'PUT', json: { ...form, ...change } })
const readIndexedWords = async (id: string) =>
  (await rowsOf('SELECT word FROM profile_words WHERE user_id = ? ORDER BY word', id)).map(({ word }) => word)
const enterNewcomer = (id: string) => enter(id, { profileComplete: false })
const setUpProfile = (person: Person, change: object = {}) =>
  person.ask('/api/profiles/me', { method: 'POST', json: { ...completeForm, ...change } })

describe('Setting up a profile', () => {
  it('stores the form, completes the account and sends a welcome email', async () => {
    const lee = await enterNewcomer('lee')
    expect(await readProfile(lee)).toMatchObject({ hasAdditionalInfo: false, displayName: null, displayNameFallback: 'lee', version: 0 })
    const answer = await setUpProfile(lee)
    expect(answer.status).toBe(201)
    const profile = await answer.json<OwnProfile>()
    expect(profile).toMatchObject({
      id: 'lee',
      email: 'lee@local.test',
      emailVerified: true,
      hasAdditionalInfo: true,
      ...shownForm,
      defaultCity: { id: form.cityId, name: 'Austin', state: 'TX', timeZone: 'America/Chicago' },
      sportAvailability: completeForm.activities,
      version: 1,
    })
    expect(await readProfile(lee)).toEqual(profile)
    expect(await readIndexedWords('lee')).toEqual(['lee', 'rally'])
    expect(await (await lee.ask('/api/session')).json()).toMatchObject({ viewer: { name: 'Lee Rally', profileComplete: true } })
    await deliverAll()
    expect(office.sent).toMatchObject([{ to: 'lee@local.test', subject: 'Welcome to Gather, Lee Rally' }])
  })

  it('stores the privacy switches that the person chose', async () => {
    await enterAndSetUp('private')
    expect(await rowsOf("SELECT * FROM privacy_settings WHERE user_id = 'private'")).toMatchObject([
      { messages_from_anyone: 0, public_badges: 1, public_online_status: 1, public_upcoming_games: 0 },
    ])
  })

  it('happens only once, even with twenty requests at the same time, and the first one wins', async () => {
    const twenty = await enterNewcomer('twenty')
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => setUpProfile(twenty, { displayName: `Twenty ${i}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
    const createdProfile = await answers.find(({ status }) => status === 201)?.json<OwnProfile>()
    const displayName = createdProfile?.displayName
    expect(await readProfile(twenty)).toEqual(createdProfile)
    expect(await readIndexedWords('twenty')).toEqual(displayName?.toLowerCase().split(' ').toSorted())
    await deliverAll()
    // One welcome email, and one notification to each of the two nearby people with a shared activity.
    expect(office.sent.map(({ to }) => to)).toEqual(['twenty@local.test'])
    expect(await rowsOf("SELECT user_id AS id FROM notices WHERE actor_id = 'twenty' ORDER BY user_id")).toEqual([
      { id: 'lee' },
      { id: 'private' },
    ])

    expect(await readProblem(await setUpProfile(twenty, { displayName: 'Later' }))).toMatchObject({ code: 'ProfileExists' })
    expect((await readProfile(twenty)).displayName).toBe(displayName)
  })

  it('needs a verified email', async () => {
    const hasty = await enter('hasty', { profileComplete: false, emailVerified: false })
    expect(await readProblem(await setUpProfile(hasty))).toMatchObject({
      code: 'EmailNotVerified',
      title: 'Please verify your email first.',
    })
    expect((await readProfile(hasty)).hasAdditionalInfo).toBe(false)
  })

  it('names the invalid field, and stores nothing', async () => {
    const faulty = await enterNewcomer('faulty')
    const issue = async (change: object) => (await readProblem(await setUpProfile(faulty, change))).issues?.[0]
    expect(await issue({ cityId: 7 })).toEqual({ path: 'cityId', message: 'Choose a city from the list.' })
    expect(await issue({ activities: [] })).toEqual({ path: 'activities', message: 'Pick atleast one' })
    expect(await issue({ displayName: ' ' })).toMatchObject({ path: 'displayName' })
    expect((await readProfile(faulty)).hasAdditionalInfo).toBe(false)
    expect(office.mail).toEqual([])
  })
})

describe('Saving a profile', () => {
  it('changes all fields at once, and the search finds only the new name', async () => {
    const sam = await enterAndSetUp('sam')
    const answer = await saveProfile(sam, { version: 1, displayName: 'Sám Söderberg', bio: '', cityId: 5128581, gender: null })
    expect(await answer.json()).toMatchObject({
      version: 2,
      displayName: 'Sám Söderberg',
      bio: '',
      gender: null,
      defaultCity: { state: 'NY' },
    })
    expect(await readIndexedWords('sam')).toEqual(['sam', 'soderberg'])
  })

  it('is refused and changes nothing if another tab has saved since', async () => {
    const tabs = await enterAndSetUp('tabs')
    await saveProfile(tabs, { version: 1, displayName: 'First Tab' })
    const before = await readProfile(tabs)
    expect(await readProblem(await saveProfile(tabs, { version: 1, displayName: 'Second Tab', bio: 'Lost?' }))).toMatchObject({
      code: 'ProfileVersionConflict',
    })
    expect(await readProfile(tabs)).toEqual(before)
    expect(await readIndexedWords('tabs')).toEqual(['first', 'tab'])
  })

  it('succeeds for only one of ten tabs at the same time', async () => {
    const ten = await enterAndSetUp('ten')
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => saveProfile(ten, { version: 1, displayName: `Tab number${i}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
    const profile = await readProfile(ten)
    expect(profile.version).toBe(2)
    expect(await readIndexedWords('ten')).toEqual(profile.displayName?.toLowerCase().split(' ').toSorted())
  })

  it('is refused before the profile is set up', async () => {
    expect((await saveProfile(await enterNewcomer('early'), { version: 0 })).status).toBe(403)
  })
})

describe('The activities of a person', () => {
  const put = (person: Person, activity: string, json: object = { level: 2, isOn: true }) =>
    person.ask(`/api/profiles/me/activities/${activity}`, { method: 'PUT', json })
  const remove = (person: Person, activity: string) => person.ask(`/api/profiles/me/activities/${activity}`, { method: 'DELETE' })
  const played = async (person: Person) => (await readProfile(person)).sportAvailability.map(({ activity }) => activity).toSorted()

  it('are saved one by one, so that several tabs can add some at the same time', async () => {
    const both = await enterAndSetUp('both')
    const answers = await Promise.all(['soccer', 'hiking', 'yoga', 'golf'].map((activity) => put(both, activity)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect(await played(both)).toEqual(['chess', 'golf', 'hiking', 'soccer', 'tennis', 'yoga'])
  })

  it('keep their order when one is changed', async () => {
    const change = await enterAndSetUp('change')
    await put(change, 'tennis', { level: null, isOn: false })
    expect((await readProfile(change)).sportAvailability).toEqual([
      { activity: 'tennis', level: null, isOn: false },
      { activity: 'chess', level: null, isOn: false },
    ])
  })

  it('always keep at least one, even when two tabs remove some at the same time', async () => {
    const last = await enterAndSetUp('last')
    const answers = await Promise.all([remove(last, 'tennis'), remove(last, 'chess')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const [left = ''] = await played(last)
    expect(await readProblem(await remove(last, left))).toMatchObject({ title: 'Pick atleast one' })
    expect(await played(last)).toEqual([left])
    expect((await remove(last, 'golf')).status).toBe(204)
  })

  it('must have a known name and a valid level', async () => {
    const odd = await enterAndSetUp('odd')
    expect((await put(odd, 'quidditch')).status).toBe(400)
    expect((await put(odd, 'golf', { level: 2.25, isOn: true })).status).toBe(400)
    expect((await put(odd, 'golf', { level: 2 })).status).toBe(400)
    expect(await played(odd)).toEqual(['chess', 'tennis'])
  })
})
