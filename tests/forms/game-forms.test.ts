import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { ManagedEvent } from '../../domain/events/manage-contract.ts'
import type { AskableForms } from '../../domain/forms/contract.ts'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import { formPathForGuest } from '../../domain/forms/paths.ts'
import { hour } from '../../domain/time/spans.ts'
import { join, leave } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { makeContent } from '../setup/form-examples.ts'
import { collectLog } from '../setup/log.ts'
import { makeGameForm, repeatWeekly } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'
import { codeOf, idOf, makeTeam, publishForm, saveSettings, send } from './try-out.ts'

collectLog()
holdQueues()

type Asking = Pick<Person, 'ask'>
let tests = 0
let owner: Person
let jo: Person
let team = ''
let waiver = ''

const content = (text = 'At my own risk.', more: object[] = []) =>
  makeContent({ pages: [{ fields: [{ id: 'f1', kind: 'waiver', label: 'Waiver', text, isRequired: true }, ...(more as never[])] }] })
const signature = { f1: { name: 'Jo Park' } }

const createGame = (changes: object, repeat: object | null = null) =>
  owner.ask('/api/events', {
    method: 'POST',
    json: {
      form: makeGameForm({ teamId: team, visibility: 'public', ...changes }),
      repeat,
      publish: { when: 'now' },
      idempotencyKey: `game-${tests}-${JSON.stringify(changes).length}`,
    },
  })
const open = async (person: Person, id: string): Promise<EventDetail> => (await person.ask(`/api/events/${id}`)).json()
const owingAt = async (id: string) => {
  const { joiners } = await (await owner.ask(`/api/events/${id}/manage`)).json<ManagedEvent>()
  return joiners.filter(({ owesForm }) => owesForm).map(({ userId }) => userId)
}

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`game-form-owner-${tests}`)
  jo = await enterAndSetUp(`game-form-jo-${tests}`)
  team = await makeTeam(owner, 'Club')
  waiver = await publishForm(owner, team, content())
})

describe('A game that asks for a form', () => {
  it('shows who has not signed, until they have, also with another form of the community', async () => {
    const id = await idOf(await createGame({ formId: waiver }))
    expect((await open(jo, id)).form).toEqual({ id: waiver, title: 'Spring league', isWaiver: true, isNeededToJoin: false, isDone: false })
    const joined = await join(jo, id)
    expect(joined.ok, await joined.clone().text()).toBe(true)
    expect(await owingAt(id)).toEqual([jo.id])
    const other = await publishForm(owner, team, content('At my own risk.', [{ id: 'f2', kind: 'shortText' }]))
    expect((await send(jo, other, signature)).status).toBe(201)
    expect((await open(jo, id)).form?.isDone).toBe(true)
    expect(await owingAt(id)).toEqual([])
    // Another text has to be signed again, and so does one that has expired.
    await env.DB.prepare('UPDATE signed_waivers SET expires_at = 1 WHERE user_id = ?').bind(jo.id).run()
    expect(await owingAt(id)).toEqual([jo.id])
  })

  it('without a waiver is done once the form was sent', async () => {
    const form = await publishForm(owner, team, makeContent({ pages: [{ fields: [{ id: 'f1', kind: 'shortText' }] }] }))
    const id = await idOf(await createGame({ formId: form }))
    await join(jo, id)
    expect((await open(jo, id)).form).toMatchObject({ isWaiver: false, isDone: false })
    expect((await send(jo, form, { f1: 'Jo' })).status).toBe(201)
    expect((await open(jo, id)).form?.isDone).toBe(true)
    expect(await owingAt(id)).toEqual([])
  })

  it('takes nobody who has not signed yet, if the form says so, but its hosts', async () => {
    expect((await saveSettings(owner, waiver, { isNeededToJoin: true })).ok).toBe(true)
    const id = await idOf(await createGame({ formId: waiver }))
    expect((await open(jo, id)).form).toMatchObject({ isNeededToJoin: true, isDone: false })
    expect(await codeOf(await join(jo, id))).toBe('409 GameFormFirst')
    expect((await join(owner, id)).ok).toBe(true)
    expect((await send(jo, waiver, signature)).status).toBe(201)
    expect((await join(jo, id)).ok).toBe(true)
    // A closed form could not be filled, so it keeps nobody out.
    const sam = await enterAndSetUp(`game-form-sam-${tests}`)
    expect(await codeOf(await join(sam, id))).toBe('409 GameFormFirst')
    await owner.ask(`/api/forms/${waiver}`, { method: 'PATCH', json: { isClosed: true } })
    expect((await join(sam, id)).ok).toBe(true)
  })

  it('asks for nothing that cannot be filled', async () => {
    const id = await idOf(await createGame({ formId: waiver }))
    await join(jo, id)
    await owner.ask(`/api/forms/${waiver}`, { method: 'PATCH', json: { isClosed: true } })
    expect((await open(jo, id)).form).toBeUndefined()
    expect(await owingAt(id)).toEqual([])
  })

  it('asks for nothing before its form opens, after it has closed, and once it is full', async () => {
    const id = await idOf(await createGame({ formId: waiver }))
    const sam = await enterAndSetUp(`game-form-sam-${tests}`)
    const needed = { isNeededToJoin: true }
    const askable = async () => (await (await owner.ask(`/api/teams/${team}/forms`)).json<AskableForms>()).forms.length
    const asks = async (settings: object) => {
      expect((await saveSettings(owner, waiver, { ...needed, ...settings })).ok).toBe(true)
      return [(await open(sam, id)).form !== undefined, (await owingAt(id)).includes(jo.id), await askable()]
    }
    expect((await join(jo, id)).ok).toBe(true)
    expect(await asks({})).toEqual([true, true, 1])
    expect(await codeOf(await join(sam, id))).toBe('409 GameFormFirst')
    expect(await asks({ opensAt: Date.now() + hour })).toEqual([false, false, 1])
    expect(await asks({ opensAt: Date.now() - hour, closesAt: Date.now() + hour })).toEqual([true, true, 1])
    expect(await asks({ closesAt: Date.now() - 1 })).toEqual([false, false, 0])
    expect((await send(owner, waiver, signature)).status).toBe(201)
    expect(await asks({ maxSubmissions: 2 })).toEqual([true, true, 1])
    expect(await asks({ maxSubmissions: 1 })).toEqual([false, false, 0])
    expect((await join(sam, id)).ok).toBe(true)
  })

  it.each([
    { audience: 'members', refusal: '403 FormForMembers' },
    { audience: 'people', refusal: '403 FormForNamed' },
    { audience: 'code', code: 'Spring 27', refusal: '403 FormNeedsCode' },
  ] as const)('lets its players fill a form for others: $audience', async ({ refusal, ...settings }) => {
    const needed = { ...settings, addsMembers: true, isNeededToJoin: true }
    await saveSettings(owner, waiver, needed)
    const openForm = (person: Person) => person.ask(`/api/forms/${waiver}`)
    expect(await codeOf(await openForm(jo))).toBe(refusal)
    const hidden = await idOf(await createGame({ formId: waiver, visibility: 'team', title: 'Ours' }))
    expect(await codeOf(await openForm(jo))).toBe(refusal)
    const id = await idOf(await createGame({ formId: waiver }))
    expect(await codeOf(await join(jo, id))).toBe('409 GameFormFirst')
    expect((await openForm(jo)).status).toBe(200)
    const sent = await send(jo, waiver, signature)
    // Nobody gets into the community by a game.
    expect(await sent.json()).toMatchObject({ state: 'asked' })
    expect(await rowsOf('SELECT 1 FROM team_members WHERE team_id = ? AND user_id = ?', team, jo.id)).toEqual([])
    expect((await join(jo, id)).ok).toBe(true)
    expect(await codeOf(await join(jo, hidden))).toMatch(/^404 /)
    // Where it is not needed to join, only players are asked for it.
    await saveSettings(owner, waiver, { ...needed, isNeededToJoin: false })
    expect((await openForm(jo)).status).toBe(200)
    const sam = await enterAndSetUp(`game-form-sam-${tests}`)
    expect(await codeOf(await openForm(sam))).toBe(refusal)
    expect(await codeOf(await send(sam, waiver, signature))).toBe(refusal)
    await rowsOf('UPDATE events SET ends_at = ? WHERE id = ?', Date.now() - 25 * hour, id)
    expect(await codeOf(await openForm(jo))).toBe(refusal)
  })

  it('has a form that its community has published', async () => {
    const elsewhere = await publishForm(owner, await makeTeam(owner, 'Other'), content())
    expect(await codeOf(await createGame({ formId: elsewhere }))).toBe('400 GameFormUnknown')
    expect(await codeOf(await createGame({ formId: 'not-there' }))).toBe('400 GameFormUnknown')
    expect((await createGame({ formId: waiver, teamId: null })).status).toBe(400)
    expect(await (await owner.ask(`/api/teams/${team}/forms`)).json<AskableForms>()).toEqual({
      forms: [{ id: waiver, title: 'Spring league' }],
    })
    expect(await codeOf(await jo.ask(`/api/teams/${team}/forms`))).toMatch(/^40[34] /)
  })

  it('can be changed on all dates of a series', async () => {
    const id = await idOf(await createGame({ formId: null }, repeatWeekly(2)))
    const before = await (await owner.ask(`/api/events/${id}/form`)).json<EventFormAnswer>()
    const change = (formId: string | null, version: number) =>
      owner.ask(`/api/events/${id}`, { method: 'PATCH', json: { form: { ...before.form, formId }, version, scope: 'all' } })
    expect(await codeOf(await change('not-there', before.version))).toBe('400 GameFormUnknown')
    expect((await change(waiver, before.version)).status).toBe(204)
    for (const date of [id, ...before.otherDates.map((other) => other.id)]) expect((await open(jo, date)).form?.id).toBe(waiver)
  })
})

describe('A guest without an account at check-in', () => {
  const joinWith = async (id: string, guests: string[]) => {
    const joined = await join(jo, id, { guests })
    expect(joined.ok, await joined.clone().text()).toBe(true)
  }
  const rows = async (id: string) => (await (await owner.ask(`/api/events/${id}/manage`)).json<ManagedEvent>()).joiners
  const owing = async (id: string) => (await rows(id)).flatMap(({ guestsOwing }) => guestsOwing.map(({ name }) => name))
  /** What the code of this guest has in its address. */
  const codeOfGuest = async (id: string, name: string) => {
    for (const { id: joinerId, guestsOwing } of await rows(id))
      for (const guest of guestsOwing)
        if (guest.name === name)
          return new URL(formPathForGuest(waiver, id, { joinerId, number: guest.number }), 'https://host').searchParams.get('guest') ?? ''
    return ''
  }
  const openAs = async (guest: string, person: Asking = { ask }) => person.ask(`/api/forms/${waiver}?guest=${guest}`)
  const sendAs = (guest: string, guestName: string, more: object = {}, person: Asking = { ask }) =>
    send(person, waiver, { f1: { name: guestName } }, { email: `${guestName.toLowerCase()}@example.com`, guest, guestName, ...more })
  const makeGame = async (guests = ['Bob', 'Cleo']) => {
    const id = await idOf(await createGame({ formId: waiver, maxGuests: 3 }))
    await joinWith(id, guests)
    return id
  }

  it('is shown until they have signed by their own code', async () => {
    const id = await makeGame()
    const added = await owner.ask(`/api/events/${id}/joiners`, {
      method: 'POST',
      json: { name: 'Robin', idempotencyKey: 'add-robin-at-gate' },
    })
    expect(added.ok, await added.clone().text()).toBe(true)
    expect(await owing(id)).toEqual(['Bob', 'Cleo', 'Robin'])
    const bob = await codeOfGuest(id, 'Bob')
    const { viewer } = await (await openAs(bob)).json<OpenForm>()
    expect(viewer).toMatchObject({ guestName: 'Bob', isSignedIn: false, canSend: true })
    const sent = await sendAs(bob, 'Bob')
    expect(sent.status, await sent.clone().text()).toBe(201)
    expect(await owing(id)).toEqual(['Cleo', 'Robin'])
    expect((await sendAs(await codeOfGuest(id, 'Robin'), 'Robin')).status).toBe(201)
    expect(await owing(id)).toEqual(['Cleo'])
    // The player has signed nothing by it.
    expect(await owingAt(id)).toEqual([jo.id])
    expect((await (await openAs(bob)).json<OpenForm>()).viewer.canSend).toBe(false)
    expect(await codeOf(await sendAs(bob, 'Bob'))).toBe('409 GuestSentAlready')
    await env.DB.prepare("UPDATE signed_waivers SET expires_at = 1 WHERE email_key = 'bob@example.com'").run()
    expect(await owing(id)).toContain('Bob')
    expect((await (await openAs(bob)).json<OpenForm>()).viewer.canSend).toBe(true)
    expect((await sendAs(bob, 'Bob')).status).toBe(201)
    expect(await owing(id)).toEqual(['Cleo'])
  })

  it('has signed for the player who leaves and joins again with them', async () => {
    const id = await makeGame()
    expect((await sendAs(await codeOfGuest(id, 'Bob'), 'Bob')).status).toBe(201)
    expect((await leave(jo, id)).ok).toBe(true)
    await joinWith(id, ['Bob', 'Cleo'])
    expect(await owing(id)).toEqual(['Cleo'])
  })

  it('signs also where the form is for others, and on the phone of a host, who signs nothing by it', async () => {
    await saveSettings(owner, waiver, { audience: 'members', isOncePerPerson: true, addsMembers: true })
    const id = await makeGame()
    expect(await codeOf(await ask(`/api/forms/${waiver}`))).toBe('401 FormSignInFirst')
    const bob = await codeOfGuest(id, 'Bob')
    expect((await (await openAs(bob, owner)).json<OpenForm>()).viewer).toMatchObject({
      guestName: 'Bob',
      isSignedIn: false,
      isMember: false,
    })
    const sent = await sendAs(bob, 'Bob', {}, owner)
    expect(sent.status, await sent.clone().text()).toBe(201)
    expect(await rowsOf('SELECT user_id, email_key, guest_name FROM submissions WHERE form_id = ?', waiver)).toEqual([
      { user_id: null, email_key: 'bob@example.com', guest_name: 'Bob' },
    ])
    // One address can stand for a whole family.
    expect((await sendAs(await codeOfGuest(id, 'Cleo'), 'Cleo', { email: 'bob@example.com' })).status).toBe(201)
    expect(await owing(id)).toEqual([])
  })

  it('signs once for each of that name, however many send at once', async () => {
    const id = await makeGame(['Sam', 'Sam'])
    const code = await codeOfGuest(id, 'Sam')
    const answers = await Promise.all(Array.from({ length: 4 }, (_, at) => sendAs(code, 'Sam', { email: `sam-${at}@example.com` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
    expect(await owing(id)).toEqual([])
  })

  it('shares the Wi-Fi at the gate with many others, and nobody tries codes there', async () => {
    const gate = { 'cf-connecting-ip': '203.0.113.77' }
    const onWiFi: Asking = { ask: (path, init) => ask(path, { ...init, headers: { ...init?.headers, ...gate } }) }
    const counts = new Map<string, number>()
    // As in production: 60 writes and 10 costly actions a minute.
    const count = (limiter: RateLimit, most: number) =>
      vi.spyOn(limiter, 'limit').mockImplementation(async ({ key }: RateLimitOptions) => {
        const used = (counts.get(key) ?? 0) + 1
        counts.set(key, used)
        return { success: used <= most }
      })
    const names = Array.from({ length: 60 }, (_, at) => `Guest ${at}`)
    const id = await makeGame(names.slice(0, 3))
    const [entry = ''] = (await codeOfGuest(id, 'Guest 0')).split('.')
    await env.DB.prepare('UPDATE joiners SET guests = ? WHERE id = ?').bind(JSON.stringify(names), entry).run()
    const spies = [count(env.WRITE_LIMIT, 60), count(env.ACCOUNT_LIMIT, 10)]
    try {
      const statuses = new Set<number>()
      for (const [at, name] of names.entries()) {
        // Ten minutes for all of them.
        if (at % 6 === 0) counts.clear()
        const code = `${entry}.${at + 1}`
        statuses.add((await openAs(code, onWiFi)).status)
        statuses.add((await sendAs(code, name, { email: `guest-${at}@example.com` }, onWiFi)).status)
      }
      expect(statuses).toEqual(new Set([200, 201]))
      counts.clear()
      const guesses = await Promise.all(Array.from({ length: 70 }, (_, at) => openAs(`guess-${at}.1`, onWiFi)))
      expect(guesses.filter(({ status }) => status === 429)).toHaveLength(10)
      // One guest cannot send again and again.
      counts.clear()
      const again = await Promise.all(
        Array.from({ length: 12 }, () => sendAs(`${entry}.1`, 'Guest 0', { email: 'guest-0@example.com' }, onWiFi)),
      )
      expect(again.filter(({ status }) => status === 429)).toHaveLength(2)
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })

  it('has a code that opens nothing else', async () => {
    const id = await makeGame()
    const bob = await codeOfGuest(id, 'Bob')
    const [entry = ''] = bob.split('.')
    for (const wrong of [`${entry}.0`, `${entry}.3`, 'not-there.1', `${jo.id}.1`])
      expect(await codeOf(await openAs(wrong)), wrong).toBe('404 GameGuestNotFound')
    for (const wrong of ['x', '.', `${entry}.-1`, `${entry}.1.1`]) expect((await openAs(wrong)).status, wrong).toBe(400)
    const other = await publishForm(owner, team, content('Other words'))
    expect(await codeOf(await ask(`/api/forms/${other}?guest=${bob}`))).toBe('404 GameGuestNotFound')
    expect(await codeOf(await sendAs(bob, 'Zoe'))).toBe('404 GameGuestNotFound')
    // Another guest has come in their place.
    const changed = await jo.ask(`/api/events/${id}/me`, { method: 'PATCH', json: { guests: ['Dana', 'Cleo'] } })
    expect(changed.ok, await changed.clone().text()).toBe(true)
    expect(await codeOf(await sendAs(bob, 'Bob'))).toBe('404 GameGuestNotFound')
    expect(await owing(id)).toEqual(['Dana', 'Cleo'])
    expect((await jo.ask(`/api/events/${id}/me`, { method: 'DELETE' })).ok).toBe(true)
    expect(await codeOf(await openAs(bob))).toBe('404 GameGuestNotFound')
  })

  it('has a code that ends a day after the game', async () => {
    const id = await makeGame()
    const bob = await codeOfGuest(id, 'Bob')
    await rowsOf('UPDATE events SET ends_at = ? WHERE id = ?', Date.now() - 23 * hour, id)
    expect((await openAs(bob)).status).toBe(200)
    await rowsOf('UPDATE events SET ends_at = ? WHERE id = ?', Date.now() - 25 * hour, id)
    expect(await codeOf(await openAs(bob))).toBe('404 GameGuestNotFound')
  })

  it('is followed by what was sent if the form has no waiver', async () => {
    waiver = await publishForm(owner, team, makeContent({ pages: [{ fields: [{ id: 'f1', kind: 'shortText' }] }] }))
    const id = await makeGame()
    const bob = await codeOfGuest(id, 'Bob')
    const sent = await sendAs(bob, 'Bob', { answers: { f1: 'Bob' } })
    expect(sent.status, await sent.clone().text()).toBe(201)
    expect(await owing(id)).toEqual(['Cleo'])
    const { id: submission } = await sent.json<{ id: string }>()
    const declining = { ids: [submission], change: { do: 'decline' } }
    expect((await owner.ask(`/api/forms/${waiver}/submissions`, { method: 'PATCH', json: declining })).status).toBe(200)
    expect(await owing(id)).toEqual(['Bob', 'Cleo'])
    await owner.ask(`/api/forms/${waiver}`, { method: 'PATCH', json: { isClosed: true } })
    expect(await owing(id)).toEqual([])
  })
})
