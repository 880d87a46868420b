import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenForm, SentForm } from '../../domain/forms/fill-contract.ts'
import { maxPlacesFromAddress, maxSubmissionsEach, maxWrongCodes } from '../../domain/forms/limits.ts'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import type { SubmissionOverview, SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { foldLabels } from '../../worker/forms/fold-labels.ts'
import { sendForm } from '../../worker/forms/send.ts'
import { claimHostname } from '../../worker/hostnames/commands.ts'
import { sendOutbox } from '../../worker/jobs/commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { consume, deliverAll, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { makeContent } from '../setup/form-examples.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { answersOf, codeOf, idOf, makeTeam, publishForm, saveSettings, send, shirtForm } from './try-out.ts'

collectLog()
const queues = holdQueues()

let tests = 0
let owner: Person
let jo: Person
let sam: Person
let team = ''
const stranger = { ask }

type Asking = { ask: typeof ask }
const at = (person: Asking, path: string): Promise<Response> => person.ask(`/api/forms/${path}`)
async function open(person: Asking, id: string): Promise<OpenForm> {
  return (await at(person, id)).json()
}
async function overview(id: string): Promise<SubmissionOverview> {
  return (await at(owner, `${id}/submissions/overview`)).json()
}
async function list(id: string, query = ''): Promise<SubmissionPage> {
  return (await at(owner, `${id}/submissions${query}`)).json()
}
async function readSubmission(person: Asking, path: string): Promise<Submission> {
  return (await at(person, path)).json()
}
const sent = async (answer: Response) => {
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json<SentForm>()
}
const from = (address: string): Asking => ({
  ask: (path, init) => ask(path, { ...init, headers: { ...init?.headers, 'cf-connecting-ip': address } }),
})
const decide = (id: string, ids: string[], change: object) =>
  owner.ask(`/api/forms/${id}/submissions`, { method: 'PATCH', json: { ids, change } })
const isMember = async (person: Person) =>
  (await rowsOf('SELECT 1 FROM team_members WHERE team_id = ? AND user_id = ?', team, person.id)).length > 0
async function decisionsFor(person: Person): Promise<unknown[]> {
  await deliverAll()
  const rows = await rowsOf("SELECT text FROM notices WHERE user_id = ? AND key LIKE 'submission-decided:%' ORDER BY created_at", person.id)
  return rows.map(({ text }) => text)
}
/** What keeps a person from becoming a member by a form alone. */
const keepOut: Record<string, (person: Person) => Promise<unknown>> = {
  'was removed not long ago': ({ id }) =>
    rowsOf(
      "INSERT INTO team_requests (team_id, user_id, message, created_at, declined_at, is_taken_back) VALUES (?, ?, '', ?, ?, 1)",
      ...[team, id, Date.now(), Date.now()],
    ),
  'was blocked by the owner': ({ id }) => block(owner.id, id),
  'has blocked the owner': ({ id }) => block(id, owner.id),
}
const issuesOf = async (answer: Response) => (await answer.json<{ issues?: { path: string }[] }>()).issues?.map(({ path }) => path)

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`sending-owner-${tests}`)
  jo = await enterAndSetUp(`sending-jo-${tests}`)
  sam = await enterAndSetUp(`sending-sam-${tests}`)
  team = await makeTeam(owner, 'Club')
})

describe('Sending a form', () => {
  it('stores the answers, and shows them to the sender and the organizers only', async () => {
    const id = await publishForm(owner, team)
    const { id: submissionId, state, key } = await sent(await send(jo, id, answersOf('Ava Park')))
    expect([state, key]).toEqual(['accepted', null])
    const path = `${id}/submissions/${submissionId}`
    expect(await readSubmission(jo, path)).toMatchObject({
      answers: answersOf('Ava Park'),
      label: 'Ava Park',
      isMine: true,
      organizer: null,
    })
    expect(await readSubmission(owner, path)).toMatchObject({ isMine: false, organizer: { tags: [], note: '' }, person: { id: jo.id } })
    expect(await codeOf(await sam.ask(`/api/forms/${path}`))).toBe('404 SubmissionNotFound')
    expect(await codeOf(await stranger.ask(`/api/forms/${path}`))).toBe('404 SubmissionNotFound')
    expect((await list(id)).submissions).toMatchObject([{ id: submissionId, label: 'Ava Park', person: { id: jo.id }, email: null }])
    expect((await overview(id)).counts).toEqual([{ state: 'accepted', count: 1 }])
  })

  it('stores it once, also if the answer was lost', async () => {
    const id = await publishForm(owner, team)
    const more = { idempotencyKey: 'the-same-request' }
    const [one, two] = await Promise.all([send(jo, id, answersOf('Ava'), more), send(jo, id, answersOf('Ava'), more)])
    expect((await sent(one)).id).toBe((await sent(two)).id)
    expect((await overview(id)).counts).toEqual([{ state: 'accepted', count: 1 }])
  })

  it('adds nothing to what was sent if the same request comes with other answers', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1 }, {}]))
    await sent(await send(jo, id, answersOf('First')))
    const more = { idempotencyKey: 'one-request-only' }
    const { id: submissionId } = await sent(await send(sam, id, answersOf('Leo', 'o2'), more))
    expect(await codeOf(await send(sam, id, answersOf('Leo', 'o2'), more))).toBe('201 undefined')
    const other = await send(sam, id, answersOf('Leo'), more)
    expect(await other.clone().json()).toMatchObject({ path: `/form/${id}/${submissionId}` })
    expect(await codeOf(other)).toBe('409 FormSentBefore')
    expect((await readSubmission(sam, `${id}/submissions/${submissionId}`)).answers).toEqual(answersOf('Leo', 'o2'))
    expect((await overview(id)).options).toEqual([
      { field: 'f2', option: 'o1', taken: 1, waiting: 0 },
      { field: 'f2', option: 'o2', taken: 1, waiting: 0 },
    ])
  })

  it('finds what it has stored if the answer was lost, whatever has happened to the form since then', async () => {
    const settings = { isOncePerPerson: true, maxSubmissions: 1, addsMembers: true }
    const id = await publishForm(owner, team, shirtForm([{ limit: 1 }]), settings)
    const more = { idempotencyKey: 'lost-and-found' }
    const first = await sent(await send(jo, id, answersOf('Ava'), more))
    expect(await sent(await send(jo, id, answersOf('Ava'), more))).toEqual(first)
    expect(await codeOf(await send(sam, id, answersOf('Leo'), more)), 'another person').toBe('409 FormFull')
    await saveSettings(owner, id, { ...settings, closesAt: Date.now() - hour })
    expect(await sent(await send(jo, id, answersOf('Ava'), more))).toEqual(first)
    expect(await codeOf(await send(jo, id, answersOf('Ava')))).toBe('409 FormClosed')
  })

  it('finds it although it has signed the waiver itself, which is not asked again', async () => {
    const waiver = { id: 'f3', kind: 'waiver', label: 'Waiver', text: 'At my own risk.', isRequired: true }
    const id = await publishForm(owner, team, makeContent({ pages: [{ fields: [{ id: 'f1', kind: 'shortText' }, waiver] }] }))
    const answers = { f1: 'Ava', f3: { name: 'Ava Park' } }
    const more = { idempotencyKey: 'signed-and-lost' }
    const first = await sent(await send(jo, id, answers, more))
    expect((await open(jo, id)).viewer.signed).toHaveLength(1)
    expect(await sent(await send(jo, id, answers, more))).toEqual(first)
    // What was signed before is not asked, so it is not stored, and comes again without it.
    const later = { idempotencyKey: 'signed-before-that' }
    const second = await sent(await send(jo, id, answers, later))
    expect(await sent(await send(jo, id, answers, later))).toEqual(second)
    expect(await sent(await send(jo, id, { f1: 'Ava' }, later))).toEqual(second)
    expect(await sent(await send(jo, id, answers, more))).toEqual(first)
  })

  it('leads who has no account to what they sent if they have changed something before they tried again', async () => {
    const id = await publishForm(owner, team)
    const more = { idempotencyKey: 'a-stranger-again', email: 'ava@example.com' }
    const { id: submissionId, key } = await sent(await send(stranger, id, answersOf('Ava'), more))
    for (const again of [
      send(stranger, id, answersOf('Eva'), more),
      send(stranger, id, answersOf('Ava'), { ...more, email: 'eva@example.com' }),
    ]) {
      const { code, path } = await (await again).json<{ code: string; path: string }>()
      expect([code, path]).toEqual(['FormSentBefore', `/form/${id}/${submissionId}?key=${key}`])
      expect(
        (await stranger.ask(`/api${path.replace('/form/', '/forms/').replace(`/${submissionId}`, `/submissions/${submissionId}`)}`)).status,
      ).toBe(200)
    }
    expect((await overview(id)).counts).toEqual([{ state: 'accepted', count: 1 }])
  })

  it('takes it from who has no account, who sees it again by the key of their link', async () => {
    const id = await publishForm(owner, team, shirtForm(), { changesUntil: Date.now() + hour })
    const missing = await send(stranger, id, answersOf('Ava'))
    expect([missing.status, await issuesOf(missing)]).toEqual([400, ['email']])
    const { id: submissionId, key } = await sent(await send(stranger, id, answersOf('Ava'), { email: 'ava@example.com' }))
    const path = `/api/forms/${id}/submissions/${submissionId}`
    expect((await stranger.ask(`${path}?key=${key}`)).status).toBe(200)
    expect(await codeOf(await stranger.ask(`${path}?key=another`))).toBe('404 SubmissionNotFound')
    expect(await codeOf(await stranger.ask(path, { method: 'DELETE' }))).toBe('404 SubmissionNotFound')
    await deliverAll()
    expect(queues.sent.find(({ text }) => text.includes(submissionId))?.text).toContain(`/form/${id}/${submissionId}?key=${key}`)
    expect((await stranger.ask(`${path}?key=${key}`, { method: 'DELETE' })).status).toBe(204)
    await deliverAll()
    expect(await rowsOf('SELECT title FROM notices WHERE user_id = ? ORDER BY created_at', owner.id)).toEqual([
      { title: 'New answers: Shirts' },
      { title: 'Withdrawn: Shirts' },
    ])
    expect((await overview(id)).counts).toEqual([{ state: 'withdrawn', count: 1 }])
  })

  it('names each answer that is wrong, and stores nothing', async () => {
    const id = await publishForm(owner, team)
    const refused = async (answers: object) => {
      const answer = await send(jo, id, answers)
      return [answer.status, await issuesOf(answer)]
    }
    expect(await refused({})).toEqual([400, ['answers.f1', 'answers.f2']])
    expect(await refused({ f1: 'Ava', f2: 'o9' })).toEqual([400, ['answers.f2']])
    expect(await refused({ ...answersOf('Ava'), f77: 'x' })).toEqual([400, ['answers.f77']])
    expect(await refused({ f1: { name: 'Ava' }, f2: 'o1' })).toEqual([400, ['answers.f1']])
    expect((await send(jo, id, { f1: 'x'.repeat(1_000_000), f2: 'o1' })).status).toBe(413)
    expect((await send(jo, id, answersOf('Bot'), { website: 'https://spam.example' })).status).toBe(400)
    expect((await overview(id)).counts).toEqual([])
  })

  it('takes only cities and places that are there, and people of the community from its members', async () => {
    const common = { hint: '', isRequired: false, width: 'full', seenBy: 'organizers' } as const
    const content = shirtForm()
    const row = { ...common, id: 'f8', kind: 'group', label: 'Teams', rowLabel: 'Team', minRows: 0, maxRows: 3 } as const
    content.pages[0]?.fields.push(
      { ...common, id: 'f5', kind: 'city', label: 'City' },
      { ...common, id: 'f6', kind: 'place', label: 'Court' },
      { ...row, fields: [{ ...common, id: 'f7', kind: 'person', label: 'Partner' }] },
    )
    const id = await publishForm(owner, team, content, { changesUntil: Date.now() + hour })
    const answers = { ...answersOf('Ava'), f5: '12abc', f6: 'no-such-place', f8: [{ f7: owner.id }, { f7: 'nobody' }] }
    const refused = await send(jo, id, answers)
    // Who is not a member does not find out who is one.
    expect([refused.status, await issuesOf(refused)]).toEqual([400, ['answers.f5', 'answers.f6', 'answers.f8.0.f7', 'answers.f8.1.f7']])
    expect(await issuesOf(await send(owner, id, answers))).toEqual(['answers.f5', 'answers.f6', 'answers.f8.1.f7'])
    expect((await overview(id)).counts).toEqual([])
    const [city] = await rowsOf('SELECT id FROM cities LIMIT 1')
    const good = { ...answersOf('Ava'), f5: String(city?.id), f8: [{ f7: owner.id }] }
    const { id: submissionId } = await sent(await send(owner, id, good))
    const change = (more: object, revision: number) =>
      owner.ask(`/api/forms/${id}/submissions/${submissionId}`, { method: 'PUT', json: { answers: { ...good, ...more }, revision } })
    expect(await issuesOf(await change({ f6: 'no-such-place' }, 1))).toEqual(['answers.f6'])
    expect((await change({ f1: 'Ava Park' }, 1)).status).toBe(200)
  })

  it('is refused with a price that is not ours, and with a version that is not there', async () => {
    const id = await publishForm(owner, team)
    expect(await codeOf(await send(jo, id, answersOf('Ava'), { total: { amount: 100, currency: 'usd' } }))).toBe('409 FormPriceChanged')
    expect(await codeOf(await send(jo, id, answersOf('Ava'), { version: 7 }))).toBe('404 FormNotFound')
  })

  it('is refused with the reason to who has sent it too often, also without an account', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 900 }, {}]))
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${maxSubmissionsEach})
       INSERT INTO submissions (id, form_id, version, user_id, email_key, state, label, label_key, answers, ending, sent_at, changed_at)
       SELECT 'often-' || i || sender.key || ?1, ?1, 1, iif(sender.key, ?2, NULL), iif(sender.key, NULL, 'ava@example.com'), 'accepted', '', '', '{}', 'e1', i, i
       FROM n CROSS JOIN json_each('[0,1]') sender`,
      ...[id, jo.id],
    )
    expect(await codeOf(await send(jo, id, answersOf('Ava')))).toBe('409 FormSentTooOften')
    expect(await codeOf(await send(stranger, id, answersOf('Ava'), { email: 'Ava@example.com' }))).toBe('409 FormSentTooOften')
    await sent(await send(stranger, id, answersOf('Ava'), { email: 'eva@example.com' }))
  })

  it('does not flood a mailbox that somebody else has entered', async () => {
    const id = await publishForm(owner, team)
    for (let times = 0; times < 12; times += 1) await sent(await send(stranger, id, answersOf('Ava'), { email: 'victim@example.com' }))
    await deliverAll()
    expect(queues.sent.filter(({ to }) => JSON.stringify(to).includes('victim@example.com'))).toHaveLength(10)
  })

  it('tells nobody of what is erased before its message is delivered, and leaves no key of its link', async () => {
    const id = await publishForm(owner, team)
    const { id: submissionId, key } = await sent(await send(stranger, id, answersOf('Ava'), { email: `${sam.id}@local.test` }))
    await waitForEmptyOutbox()
    expect(JSON.stringify(queues.notices)).toContain(key)
    await deleteAccount({ db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, sam.id)
    await env.DB.exec('DELETE FROM outbox')
    await deliverAll()
    expect(queues.sent.filter(({ text }) => text.includes(submissionId))).toEqual([])
    expect(await rowsOf('SELECT title FROM notices WHERE user_id = ?', owner.id)).toEqual([])
    expect(await codeOf(await stranger.ask(`/api/forms/${id}/submissions/${submissionId}?key=${key}`))).toBe('404 SubmissionNotFound')
    expect(await rowsOf('SELECT id FROM jobs WHERE instr(body, ?) > 0', key)).toEqual([])
  })

  it('takes what was begun on a version before the latest', async () => {
    const id = await publishForm(owner, team)
    await owner.ask(`/api/forms/${id}/draft`, { method: 'PUT', json: { content: { ...shirtForm(), title: 'New' }, version: 2 } })
    await owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version: 3 } })
    const { id: submissionId } = await sent(await send(jo, id, answersOf('Ava')))
    expect(await readSubmission(jo, `${id}/submissions/${submissionId}`)).toMatchObject({ version: 1, form: { title: 'Shirts' } })
    expect(await open(sam, id)).toMatchObject({ version: 2, title: 'New' })
    await rowsOf('UPDATE form_versions SET published_at = ? WHERE form_id = ? AND number = 2', Date.now() - 25 * hour, id)
    expect(await codeOf(await send(sam, id, answersOf('Leo')))).toBe('409 FormOutdated')
    await sent(await send(sam, id, answersOf('Leo'), { version: 2 }))
  })
})

describe('Who may fill a form', () => {
  const refusalOf = async (person: Asking, id: string, query = '') => codeOf(await person.ask(`/api/forms/${id}${query}`))

  it('is everybody, or only those who are signed in, members, named, or have a code', async () => {
    const id = await publishForm(owner, team)
    expect((await open(stranger, id)).viewer).toMatchObject({ isSignedIn: false, isOrganizer: false, sent: [], draft: null })
    await saveSettings(owner, id, { audience: 'signedIn' })
    expect(await refusalOf(stranger, id)).toBe('401 FormSignInFirst')
    expect((await open(jo, id)).state).toBe('open')
    await saveSettings(owner, id, { audience: 'members' })
    expect(await refusalOf(jo, id)).toBe('403 FormForMembers')
    expect(await codeOf(await send(jo, id, answersOf('Ava')))).toBe('403 FormForMembers')
    await saveSettings(owner, id, { audience: 'people', people: [`${jo.id}@local.test`] })
    expect((await open(jo, id)).state).toBe('open')
    expect(await refusalOf(sam, id)).toBe('403 FormForNamed')
    await saveSettings(owner, id, { audience: 'code', code: 'Spring 27' })
    expect(await refusalOf(jo, id)).toBe('403 FormNeedsCode')
    expect(await refusalOf(jo, id, '?code=winter')).toBe('403 FormNeedsCode')
    expect((await jo.ask(`/api/forms/${id}?code=spring%2027%20`)).status).toBe(200)
    expect(await codeOf(await send(jo, id, answersOf('Ava')))).toBe('403 FormNeedsCode')
    await sent(await send(jo, id, answersOf('Ava'), { code: 'SPRING 27' }))
    expect((await open(owner, id)).viewer.isOrganizer).toBe(true)
  })

  it('depends on the time, with ten minutes for what was begun before it closed', async () => {
    const id = await publishForm(owner, team, shirtForm(), { opensAt: Date.now() + hour })
    expect(await open(jo, id)).toMatchObject({ state: 'early', content: null })
    expect(await codeOf(await send(jo, id, answersOf('Ava')))).toBe('409 FormNotOpenYet')
    await saveSettings(owner, id, { closesAt: Date.now() - 9 * minute })
    expect(await open(jo, id)).toMatchObject({ state: 'closed', content: null })
    await sent(await send(jo, id, answersOf('Ava')))
    await saveSettings(owner, id, { closesAt: Date.now() - 11 * minute })
    expect(await codeOf(await send(jo, id, answersOf('Ava')))).toBe('409 FormClosed')
    await saveSettings(owner, id, {})
    const setClosed = async (isClosed: boolean) =>
      expect((await owner.ask(`/api/forms/${id}`, { method: 'PATCH', json: { isClosed } })).status).toBe(204)
    const closedFor = (time: number) => rowsOf('UPDATE forms SET closed_at = ? WHERE id = ?', Date.now() - time, id)
    await setClosed(true)
    expect(await open(jo, id)).toMatchObject({ state: 'closed', content: null })
    await closedFor(9 * minute)
    await sent(await send(jo, id, answersOf('Ava')))
    await closedFor(11 * minute)
    await setClosed(true)
    expect(await codeOf(await send(jo, id, answersOf('Ava'))), 'closed once more').toBe('409 FormClosed')
    await setClosed(false)
    await setClosed(true)
    await sent(await send(jo, id, answersOf('Ava')))
    await saveSettings(owner, id, { closesAt: Date.now() - 11 * minute })
    expect(await codeOf(await send(jo, id, answersOf('Ava'))), 'closed by its time long before').toBe('409 FormClosed')
    // Closed before we wrote down when.
    await saveSettings(owner, id, {})
    await rowsOf('UPDATE forms SET closed_at = NULL WHERE id = ?', id)
    expect(await codeOf(await send(jo, id, answersOf('Ava')))).toBe('409 FormClosed')
  })

  it('is one person once, unless the first was withdrawn', async () => {
    const id = await publishForm(owner, team, shirtForm(), { isOncePerPerson: true, changesUntil: Date.now() + hour })
    const first = await sent(await send(jo, id, answersOf('Ava')))
    expect(await codeOf(await send(jo, id, answersOf('Leo')))).toBe('409 FormSentAlready')
    await jo.ask(`/api/forms/${id}/submissions/${first.id}`, { method: 'DELETE' })
    await sent(await send(jo, id, answersOf('Leo')))
    expect(await codeOf(await send(stranger, id, answersOf('Eve'), { email: 'eve@example.com' }))).toBe('401 FormSignInFirst')
  })

  it('ends with the number that the organizers want', async () => {
    const id = await publishForm(owner, team, shirtForm(), { maxSubmissions: 1 })
    await sent(await send(jo, id, answersOf('Ava')))
    expect(await open(sam, id)).toMatchObject({ state: 'full', content: null })
    expect(await codeOf(await send(sam, id, answersOf('Leo')))).toBe('409 FormFull')
  })

  it('is everybody on the domain of its community too, which has no other form', async () => {
    const id = await publishForm(owner, team)
    const host = `club-${tests}.localhost`
    await claimHostname(openPrimary(env.DB), host, team, 1)
    const onSite: Asking = { ask: (path, options) => ask(path, { ...options, origin: `http://${host}:5173` }) }
    expect((await open(onSite, id)).content?.title).toBe('Shirts')
    const { id: submissionId, key } = await sent(await send(onSite, id, answersOf('Ava'), { email: 'ava@example.com' }))
    expect(await readSubmission(onSite, `${id}/submissions/${submissionId}?key=${key}`)).toMatchObject({ label: 'Ava' })
    const theirs = await publishForm(sam, await makeTeam(sam, 'Rivals'))
    expect(await refusalOf(onSite, theirs)).toBe('404 FormNotFound')
    expect((await onSite.ask(`/api/forms/${id}/submissions`)).status).toBe(404)
    // The pages of organizers are at the product. Two of these paths would open a page for senders here.
    for (const path of [`/form/${id}/submissions?state=asked`, `/form/build/${id}`, '/form/build', `/form/${id}/team-form-add/${jo.id}`]) {
      const answer = await onSite.ask(path, { redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')], path).toEqual([302, getSettings(env).productUrl + path])
    }
    expect((await onSite.ask(`/form/${id}/${submissionId}`)).status).toBe(200)
  })

  it('is everybody on one Wi-Fi, where nobody goes on guessing the code', async () => {
    const id = await publishForm(owner, team, shirtForm(), { audience: 'code', code: 'Spring' })
    const here = from('203.0.113.41')
    const openHere = async (code: string) => (await here.ask(`/api/forms/${id}?code=${code}`)).status
    const sendHere = async (at: number, code: string) =>
      (await send(here, id, answersOf(`Player ${at}`), { email: `player-${at}@example.com`, code })).status
    const counts = new Map<string, number>()
    // As in production: 60 writes and 10 costly actions a minute.
    const count = (limiter: RateLimit, most: number) =>
      vi.spyOn(limiter, 'limit').mockImplementation(async ({ key }: RateLimitOptions) => {
        const used = (counts.get(key) ?? 0) + 1
        counts.set(key, used)
        return { success: used <= most }
      })
    const spies = [count(env.WRITE_LIMIT, 60), count(env.ACCOUNT_LIMIT, 10)]
    try {
      const statuses = new Set<number>()
      for (let at = 0; at < 20; at += 1) {
        statuses.add(await openHere('spring'))
        statuses.add(await sendHere(at, 'spring'))
      }
      expect(statuses).toEqual(new Set([200, 201]))
      for (let at = 0; at < 30; at += 1) expect(await openHere(`guess-${at}`)).toBe(403)
      for (let at = 0; at < 20; at += 1) expect(await sendHere(at, `guess-${at}`)).toBe(403)
      // The right one would tell a guesser that it is right.
      expect([await openHere('spring'), await sendHere(99, 'spring')]).toEqual([429, 429])
      expect((await from('203.0.113.42').ask(`/api/forms/${id}?code=spring`)).status).toBe(200)
      expect((await jo.ask(`/api/forms/${id}?code=spring`)).status).toBe(200)
      await rowsOf('UPDATE request_counts SET ends_at = ends_at - ?', day)
      expect(await openHere('spring')).toBe(200)
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  })

  const upload = { field: 'ffile', name: 'card.pdf', secret: 'the-secret-of-mine', idempotencyKey: 'upload-with-a-code' }
  const asOutsider = { email: 'outsider@example.com' }
  const withCode: Record<string, (person: Asking, id: string, code: string) => Promise<Response>> = {
    'opens a form': (person, id, code) => at(person, `${id}?code=${code}`),
    'reads what is known': (person, id, code) => at(person, `${id}/known?code=${code}`),
    'sends a form': (person, id, code) => send(person, id, { f1: 'Ava' }, { ...asOutsider, code }),
    'adds a file': (person, id, code) =>
      person.ask(`/api/forms/${id}/files?${new URLSearchParams({ ...upload, code })}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: '%PDF-1.7',
      }),
    'checks a coupon': (person, id, code) =>
      person.ask(`/api/forms/${id}/coupons/check`, { method: 'POST', json: { code: 'half', accessCode: code } }),
    'mails a link': (person, id, code) =>
      person.ask(`/api/forms/${id}/links`, { method: 'POST', json: { ...asOutsider, answers: {}, code, website: '' } }),
  }
  const codeTries = Object.keys(withCode).flatMap((what) => [
    ...(what === 'reads what is known' ? [] : [[what, 'without an account'] as const]),
    [what, 'with an account'] as const,
  ])

  it.each(codeTries)('ends for whoever %s with too many wrong codes in a day, %s', async (what, how) => {
    const fields = [
      { id: 'f1', kind: 'shortText' },
      { id: 'ffile', kind: 'file' },
    ]
    const id = await publishForm(owner, team, makeContent({ pages: [{ fields }] }), { audience: 'code', code: 'Spring' })
    const [one, other] = how === 'with an account' ? [jo, sam] : [from('203.0.113.43'), from('203.0.113.44')]
    const run = (person: Asking, code: string) => withCode[what]?.(person, id, code) ?? Promise.reject(new Error(what))
    expect(await codeOf(await run(one, 'guess-1'))).toBe('403 FormNeedsCode')
    await rowsOf('UPDATE request_counts SET count = ? WHERE count = 1', maxWrongCodes - 1)
    expect(await codeOf(await run(one, 'guess-2'))).toBe('403 FormNeedsCode')
    expect(await codeOf(await run(one, 'spring'))).toBe('429 TooManyRequests')
    // The guesses of one person close nothing for the others.
    expect([403, 429]).not.toContain((await run(other, 'spring')).status)
    expect((await at(other, `${id}?code=spring`)).status).toBe(200)
  })

  it('is not said about a form that is not published, or whose community is gone', async () => {
    const draft = await idOf(
      await owner.ask(`/api/teams/${team}/forms`, { method: 'POST', json: { from: { kind: 'template', template: 'waiver' } } }),
    )
    expect(await refusalOf(jo, draft)).toBe('404 FormNotFound')
    const id = await publishForm(owner, team)
    await rowsOf('UPDATE teams SET deleted_at = 1 WHERE id = ?', team)
    expect(await refusalOf(jo, id)).toBe('404 FormNotFound')
  })
})

describe('A limited option', () => {
  it('gives its last place to one of 200 who want it at the same time', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 3 }, {}]))
    for (const person of [jo, sam]) await sent(await send(person, id, answersOf('First')))
    const people = crowd(`shirts-${tests}`, 200)
    await addCrowd(people)
    const db = openPrimary(env.DB)
    const context = { now: Date.now(), newId: () => crypto.randomUUID() }
    const request = { version: 1, acceptsWaiting: false, total: null, email: null, website: '' }
    const outcomes = await Promise.allSettled(
      people.map((person, index) =>
        sendForm(db, context, { id: person, email: `${person}@crowd.test` }, id, {
          ...request,
          ...{ answers: answersOf(`Person ${index}`), idempotencyKey: `shirt-request-${index}` },
        }),
      ),
    )
    await sendOutbox(env, db.outboxIds)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as { code: string }).code] : []))
    expect(new Set(reasons)).toEqual(new Set(['FormOptionFull']))
    expect((await overview(id)).options).toEqual([{ field: 'f2', option: 'o1', taken: 3, waiting: 0 }])
    expect((await open(jo, id)).left).toEqual([{ field: 'f2', option: 'o1', left: 0 }])
    expect(await issuesOf(await send(jo, id, answersOf('Ava')))).toEqual(['answers.f2'])
  })

  it('has a line: whoever waits first gets the place that becomes free, before anybody new', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1, hasWaitlist: true }, {}]), { changesUntil: Date.now() + hour })
    const first = await sent(await send(jo, id, answersOf('Ava')))
    expect(await codeOf(await send(sam, id, answersOf('Leo')))).toBe('409 FormOptionFull')
    const waiting = await sent(await send(sam, id, answersOf('Leo'), { acceptsWaiting: true }))
    const later = await sent(await send(stranger, id, answersOf('Mia'), { acceptsWaiting: true, email: 'mia@example.com' }))
    expect([waiting.state, later.state]).toEqual(['waiting', 'waiting'])
    expect((await overview(id)).options).toEqual([{ field: 'f2', option: 'o1', taken: 1, waiting: 2 }])
    await jo.ask(`/api/forms/${id}/submissions/${first.id}`, { method: 'DELETE' })
    // The place is for those in line, even before the queue has given it to them.
    expect(await codeOf(await send(owner, id, answersOf('New')))).toBe('409 FormOptionFull')
    await waitForEmptyOutbox()
    await consume('work', queues.work.splice(0))
    expect((await overview(id)).options).toEqual([{ field: 'f2', option: 'o1', taken: 1, waiting: 1 }])
    expect(await readSubmission(sam, `${id}/submissions/${waiting.id}`)).toMatchObject({ state: 'accepted' })
    expect(await decisionsFor(sam)).toEqual(['The organizers accepted what you sent.'])
  })

  it('lets an organizer take somebody out of the line if there is a place for them', async () => {
    const settings = { changesUntil: Date.now() + hour, maxSubmissions: 2 }
    const id = await publishForm(owner, team, shirtForm([{ limit: 1, hasWaitlist: true }, {}]), settings)
    const first = await sent(await send(jo, id, answersOf('Ava')))
    const waiting = await sent(await send(sam, id, answersOf('Leo'), { acceptsWaiting: true }))
    const later = await sent(await send(stranger, id, answersOf('Mia'), { acceptsWaiting: true, email: 'mia@example.com' }))
    const accept = async (ids: string[]) => (await decide(id, ids, { do: 'accept' })).json()
    const noPlace = (one: { id: string }) => ({ id: one.id, reason: 'noPlace' })
    expect(await accept([later.id]), 'the option is full').toEqual({ ids: [], refused: [noPlace(later)] })
    await jo.ask(`/api/forms/${id}/submissions/${first.id}`, { method: 'DELETE' })
    expect(await accept([later.id]), 'one place is free').toEqual({ ids: [later.id], refused: [] })
    expect((await overview(id)).options).toEqual([{ field: 'f2', option: 'o1', taken: 1, waiting: 1 }])
    await sent(await send(jo, id, answersOf('Ava', 'o2')))
    await rowsOf("UPDATE submissions SET state = 'withdrawn' WHERE id = ?", later.id)
    await sent(await send(jo, id, answersOf('Kim', 'o2')))
    expect(await accept([waiting.id]), 'the form is full').toEqual({ ids: [], refused: [noPlace(waiting)] })
  })

  it('has more places at once when a new version raises its limit', async () => {
    const limited = (limit: number) => shirtForm([{ limit, hasWaitlist: true }, {}])
    const id = await publishForm(owner, team, limited(1))
    await sent(await send(jo, id, answersOf('Ava')))
    const waiting = await sent(await send(sam, id, answersOf('Leo'), { acceptsWaiting: true }))
    await owner.ask(`/api/forms/${id}/draft`, { method: 'PUT', json: { content: limited(2), version: 2 } })
    await waitForEmptyOutbox()
    queues.work.length = 0
    expect((await owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version: 3 } })).status).toBe(204)
    await waitForEmptyOutbox()
    await consume('work', queues.work.splice(0))
    expect(await readSubmission(sam, `${id}/submissions/${waiting.id}`)).toMatchObject({ state: 'accepted' })
    expect((await overview(id)).options).toEqual([{ field: 'f2', option: 'o1', taken: 2, waiting: 0 }])
  })

  it('gives places to a long line by several jobs, because one may send only so many statements', async () => {
    const limited = (limit: number) => shirtForm([{ limit, hasWaitlist: true }, {}])
    const id = await publishForm(owner, team, limited(1))
    await sent(await send(jo, id, answersOf('Ava')))
    const people = crowd(`line-${tests}`, 45)
    await addCrowd(people)
    const db = openPrimary(env.DB)
    const context = { now: Date.now(), newId: () => crypto.randomUUID() }
    const request = { version: 1, acceptsWaiting: true, total: null, email: null, website: '' }
    for (const person of people)
      await sendForm(db, context, { id: person, email: `${person}@crowd.test` }, id, {
        ...request,
        ...{ answers: answersOf('Leo'), idempotencyKey: crypto.randomUUID() },
      })
    await sendOutbox(env, db.outboxIds)
    await owner.ask(`/api/forms/${id}/draft`, { method: 'PUT', json: { content: limited(46), version: 2 } })
    await waitForEmptyOutbox()
    queues.work.length = 0
    expect((await owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version: 3 } })).status).toBe(204)
    const work = async () => {
      await waitForEmptyOutbox()
      await consume('work', queues.work.splice(0))
      return (await overview(id)).options
    }
    expect(await work()).toEqual([{ field: 'f2', option: 'o1', taken: 41, waiting: 5 }])
    expect(await work()).toEqual([{ field: 'f2', option: 'o1', taken: 46, waiting: 0 }])
  })

  it('gives a place to those in line when more submissions are taken', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1, hasWaitlist: true }, {}]), { maxSubmissions: 2 })
    const first = await sent(await send(jo, id, answersOf('Ava')))
    const waiting = await sent(await send(sam, id, answersOf('Leo'), { acceptsWaiting: true }))
    await sent(await send(owner, id, answersOf('Mia', 'o2')))
    await saveSettings(owner, id, { maxSubmissions: 1 })
    await decide(id, [first.id], { do: 'decline', reason: '' })
    const fill = async () => {
      await waitForEmptyOutbox()
      await consume('work', queues.work.splice(0))
      return (await readSubmission(sam, `${id}/submissions/${waiting.id}`)).state
    }
    expect(await fill()).toBe('waiting')
    await saveSettings(owner, id, { maxSubmissions: 2 })
    expect(await fill()).toBe('accepted')
  })

  it('that a new version leaves out admits nobody in line, and nobody who has the old version open', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1, hasWaitlist: true }, {}]))
    await sent(await send(jo, id, answersOf('Ava')))
    const waiting = await sent(await send(sam, id, answersOf('Leo'), { acceptsWaiting: true }))
    const content = shirtForm([{ limit: 1, hasWaitlist: true }, {}])
    const without = structuredClone(content)
    for (const { fields } of without.pages)
      for (const field of fields)
        if ('options' in field) field.options = field.options.filter((option) => option.id !== 'o1') as typeof field.options
    expect((await owner.ask(`/api/forms/${id}/draft`, { method: 'PUT', json: { content: without, version: 2 } })).status).toBe(200)
    expect((await owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version: 3 } })).status).toBe(204)
    await waitForEmptyOutbox()
    await consume('work', queues.work.splice(0))
    expect(await readSubmission(sam, `${id}/submissions/${waiting.id}`)).toMatchObject({ state: 'waiting' })
    expect(await codeOf(await send(owner, id, answersOf('New'), { version: 1 }))).toBe('409 FormOptionFull')
  })

  it('gives nobody a place after the form was closed, until it is open again', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1, hasWaitlist: true }, {}]))
    const first = await sent(await send(jo, id, answersOf('Ava')))
    const waiting = await sent(await send(sam, id, answersOf('Leo'), { acceptsWaiting: true }))
    const setClosed = async (isClosed: boolean) =>
      expect((await owner.ask(`/api/forms/${id}`, { method: 'PATCH', json: { isClosed } })).status).toBe(204)
    const fill = async () => {
      await waitForEmptyOutbox()
      await consume('work', queues.work.splice(0))
      return (await readSubmission(sam, `${id}/submissions/${waiting.id}`)).state
    }
    await saveSettings(owner, id, { closesAt: Date.now() - hour })
    await decide(id, [first.id], { do: 'decline', reason: '' })
    expect(await fill()).toBe('waiting')
    await setClosed(true)
    await saveSettings(owner, id, { closesAt: null })
    expect(await fill()).toBe('waiting')
    await setClosed(false)
    expect(await fill()).toBe('accepted')
  })

  it('is not for who changes to it while others are in line, and nobody loses their own', async () => {
    const [limited, lower] = [2, 1].map((limit) => shirtForm([{ limit, hasWaitlist: true }, {}]))
    const id = await publishForm(owner, team, limited, { changesUntil: Date.now() + hour })
    const first = await sent(await send(jo, id, answersOf('Ava')))
    const second = await sent(await send(owner, id, answersOf('Eve')))
    const other = await sent(await send(owner, id, answersOf('Mia', 'o2')))
    const waiting = await sent(await send(sam, id, answersOf('Leo'), { acceptsWaiting: true }))
    const change = ({ id: submissionId }: SentForm, answers: object) =>
      owner.ask(`/api/forms/${id}/submissions/${submissionId}`, { method: 'PUT', json: { answers, revision: 1 } })
    expect(waiting.state).toBe('waiting')
    await decide(id, [first.id], { do: 'decline', reason: '' })
    // The queue has not given the free place to who waits for it.
    expect(await codeOf(await change(other, answersOf('Mia')))).toBe('409 FormOptionFull')
    await waitForEmptyOutbox()
    await consume('work', queues.work.splice(0))
    expect((await readSubmission(sam, `${id}/submissions/${waiting.id}`)).state).toBe('accepted')
    await owner.ask(`/api/forms/${id}/draft`, { method: 'PUT', json: { content: lower, version: 2 } })
    await owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version: 3 } })
    expect((await change(second, answersOf('Eve Park'))).status).toBe(200)
  })

  it('stays open beside one for which somebody waits, and nobody waits for what can never fit', async () => {
    const content = shirtForm([
      { limit: 1, hasWaitlist: true },
      { limit: 5, hasWaitlist: true },
    ])
    const size = content.pages[0]?.fields[1]
    if (size?.kind !== 'choice') throw new Error('The second field is no choice')
    const { addressName: _, ...rest } = size
    content.pages[0]?.fields.splice(1, 1, { ...rest, kind: 'choices', min: null, max: null })
    const id = await publishForm(owner, team, content)
    await sent(await send(jo, id, { f1: 'Ava', f2: ['o1'] }))
    expect((await sent(await send(sam, id, { f1: 'Leo', f2: ['o1', 'o2'] }, { acceptsWaiting: true }))).state).toBe('waiting')
    expect((await open(owner, id)).left).toEqual([
      { field: 'f2', option: 'o1', left: -1 },
      { field: 'f2', option: 'o2', left: 4 },
    ])
    expect((await sent(await send(owner, id, { f1: 'Mia', f2: ['o2'] }))).state).toBe('accepted')
  })

  it.each(Object.entries(keepOut))('asks an organizer about a person in line who %s', async (_, keep) => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1, hasWaitlist: true }]), { addsMembers: true })
    const first = await sent(await send(jo, id, answersOf('Ava')))
    const waiting = await sent(await send(sam, id, answersOf('Leo'), { acceptsWaiting: true }))
    await keep(sam)
    await decide(id, [first.id], { do: 'decline' })
    await waitForEmptyOutbox()
    await consume('work', queues.work.splice(0))
    expect(await readSubmission(owner, `${id}/submissions/${waiting.id}`)).toMatchObject({ state: 'asked' })
    expect(await isMember(sam)).toBe(false)
    await decide(id, [waiting.id], { do: 'accept' })
    expect(await isMember(sam)).toBe(true)
  })

  it('follows what the sender changes', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1 }, { limit: 1 }]), { changesUntil: Date.now() + hour })
    const first = await sent(await send(jo, id, answersOf('Ava')))
    await sent(await send(sam, id, answersOf('Leo', 'o2')))
    const path = `/api/forms/${id}/submissions/${first.id}`
    const change = (answers: object, revision: number) => jo.ask(path, { method: 'PUT', json: { answers, revision } })
    expect(await codeOf(await change(answersOf('Ava', 'o2'), 1))).toBe('409 FormOptionFull')
    expect((await change(answersOf('Ava Park'), 1)).status).toBe(200)
    expect(await codeOf(await change(answersOf('Lost'), 1))).toBe('409 SubmissionChanged')
    expect(await readSubmission(jo, `${id}/submissions/${first.id}`)).toMatchObject({
      label: 'Ava Park',
      revision: 2,
      history: [{ kind: 'changed' }, { kind: 'sent' }],
    })
    expect((await overview(id)).options).toEqual([
      { field: 'f2', option: 'o1', taken: 1, waiting: 0 },
      { field: 'f2', option: 'o2', taken: 1, waiting: 0 },
    ])
    expect(await codeOf(await sam.ask(path, { method: 'PUT', json: { answers: answersOf('Eve'), revision: 2 } }))).toBe(
      '404 SubmissionNotFound',
    )
    // Somebody in line would get ahead of others with another choice.
    await rowsOf("UPDATE submissions SET state = 'waiting' WHERE id = ?", first.id)
    expect(await codeOf(await change(answersOf('Ava Park', 'o2'), 2))).toBe('409 LineChoiceFixed')
    await rowsOf("UPDATE submissions SET state = 'accepted' WHERE id = ?", first.id)
    await saveSettings(owner, id, { changesUntil: Date.now() - 1 })
    expect(await codeOf(await change(answersOf('Late'), 2))).toBe('409 SubmissionFixed')
    expect(await codeOf(await jo.ask(path, { method: 'DELETE' }))).toBe('409 SubmissionFixed')
    expect(await readSubmission(jo, `${id}/submissions/${first.id}`)).toMatchObject({ canWithdraw: false, changing: null })
  })
})

describe('Limited places without an account', () => {
  const here = from('203.0.113.51')
  const sendFrom = (who: Asking, id: string, at: number, more: object = {}) =>
    send(who, id, answersOf(`Player Number${at}`), { email: `player-${at}@example.com`, ...more })
  const hold = async (id: string) => {
    for (let at = 0; at < maxPlacesFromAddress; at += 1) await sent(await sendFrom(here, id, at, { idempotencyKey: `places-${id}-${at}` }))
  }

  it('are not all held from one address, today or until an organizer decides', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1_000 }, {}]), { needsApproval: true })
    await hold(id)
    const refused = '409 FormSentFromHere'
    expect(await codeOf(await sendFrom(here, id, 90))).toBe(refused)
    // What holds no place is taken, and so is what was sent before.
    await sent(await send(here, id, answersOf('Ava', 'o2'), { email: 'ava@example.com' }))
    await sent(await sendFrom(here, id, 3, { idempotencyKey: `places-${id}-3` }))
    await sent(await sendFrom(from('203.0.113.52'), id, 91))
    await sent(await send(jo, id, answersOf('Jo')))
    const setAll = (state: string, sentAt: number) =>
      rowsOf('UPDATE submissions SET state = ?, sent_at = ? WHERE form_id = ? AND address_hash IS NOT NULL', state, sentAt, id)
    await setAll('asked', Date.now() - 3 * day)
    expect(await codeOf(await sendFrom(here, id, 92))).toBe(refused)
    // An hour later nobody has paid.
    await setAll('ended', Date.now() - hour)
    expect(await codeOf(await sendFrom(here, id, 93))).toBe(refused)
    await setAll('accepted', Date.now() - 25 * hour)
    await sent(await sendFrom(here, id, 94))
  })

  it('take no more rows and round trips than others', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1_000 }, {}]), { maxSubmissions: 1_000 })
    await sent(await sendFrom(here, id, 1))
    const answer = await sendFrom(here, id, 2)
    await sent(answer.clone())
    const timing = answer.headers.get('server-timing') ?? ''
    const read = (what: string) => Number(new RegExp(`${what} (\\d+)`).exec(timing)?.[1])
    expect(read('rows written'), timing).toBeLessThanOrEqual(12)
    expect(read('round trips'), timing).toBeLessThanOrEqual(4)
  })
})

describe('What an organizer has accepted', () => {
  it('keeps its places when the sender changes the rest, which organizers are told', async () => {
    const season = `elite-${tests}`
    await rowsOf(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?1, ?2, ?1, '2099-01-01', '2099-06-01', 1)",
      ...[season, team],
    )
    const settings = { addsMembers: true, needsApproval: true, changesUntil: Date.now() + hour }
    const id = await publishForm(owner, team, shirtForm([{}, { refId: season }, { limit: 5 }, {}]), settings)
    const { id: submissionId } = await sent(await send(jo, id, answersOf('Ava')))
    const change = (answers: object, revision: number) =>
      jo.ask(`/api/forms/${id}/submissions/${submissionId}`, { method: 'PUT', json: { answers, revision } })
    expect((await change(answersOf('Ava', 'o3'), 1)).status).toBe(200)
    await deliverAll()
    const noticesOf = async (start: string) =>
      (await rowsOf('SELECT title FROM notices WHERE user_id = ? AND key LIKE ?', owner.id, `${start}:%`)).map(({ title }) => title)
    expect(await noticesOf('form-changed')).toEqual([])
    await decide(id, [submissionId], { do: 'accept' })
    for (const option of ['o1', 'o2']) {
      const refused = await change(answersOf('Ava', option), 3)
      expect([await issuesOf(refused.clone()), await codeOf(refused)]).toEqual([['answers.f2'], '409 ApprovedChoiceFixed'])
    }
    expect(await rowsOf('SELECT season_id FROM season_registrations WHERE user_id = ?', jo.id)).toEqual([])
    for (const revision of [3, 4]) expect((await change(answersOf(`Ava ${revision}`, 'o3'), revision)).status).toBe(200)
    await deliverAll()
    expect(await noticesOf('form-changed')).toEqual(['Changed after you accepted: Shirts'])
  })
})

describe('The roster', () => {
  it('has whoever is accepted, at once or by an organizer', async () => {
    const id = await publishForm(owner, team, shirtForm(), { addsMembers: true, needsApproval: true })
    const joined = await sent(await send(jo, id, answersOf('Ava')))
    const other = await sent(await send(sam, id, answersOf('Leo')))
    expect([joined.state, await isMember(jo)]).toEqual(['asked', false])
    const answer = await decide(id, [joined.id, 'not-there'], { do: 'accept' })
    expect(await answer.json()).toEqual({ ids: [joined.id], refused: [] })
    expect(await isMember(jo)).toBe(true)
    await decide(id, [other.id], { do: 'decline', reason: 'The season is full.' })
    expect(await isMember(sam)).toBe(false)
    await decide(id, [other.id], { do: 'accept' })
    expect((await overview(id)).counts).toEqual(
      expect.arrayContaining([
        { state: 'accepted', count: 1 },
        { state: 'declined', count: 1 },
      ]),
    )
    expect(await decisionsFor(sam)).toEqual(['The organizers could not accept what you sent. The season is full.'])
    expect(await decisionsFor(jo)).toEqual(['The organizers accepted what you sent.'])
    await saveSettings(owner, id, { addsMembers: true })
    const direct = await sent(await send(sam, id, answersOf('Leo')))
    expect([direct.state, await isMember(sam)]).toEqual(['accepted', true])
    expect((await rowsOf('SELECT members FROM teams WHERE id = ?', team))[0]).toEqual({ members: 3 })
    // Who has left does not come back because somebody accepts everything once more. Who was accepted can still be declined.
    await rowsOf('DELETE FROM team_members WHERE team_id = ? AND user_id = ?', team, jo.id)
    expect(await (await decide(id, [joined.id], { do: 'accept' })).json()).toEqual({ ids: [joined.id], refused: [] })
    expect(await isMember(jo)).toBe(false)
    await decide(id, [joined.id], { do: 'decline', reason: '' })
    expect(await readSubmission(jo, `${id}/submissions/${joined.id}`)).toMatchObject({ state: 'declined' })
  })

  it('registers for the season that was chosen', async () => {
    const season = `season-${tests}`
    await rowsOf(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?, ?, 'Spring', '2099-01-01', '2099-06-01', 1)",
      season,
      team,
    )
    const id = await publishForm(owner, team, shirtForm([{ refId: season, limit: 9 }, {}]), { addsMembers: true })
    const { id: submissionId } = await sent(await send(jo, id, answersOf('Ava')))
    // The player card, and organizers who look for a player by email, find what was sent.
    const submission = { id: submissionId, formId: id }
    expect(await (await jo.ask('/api/seasons/mine')).json()).toMatchObject({ registrations: [{ id: season, submission }] })
    const found = await owner.ask(`/api/teams/${team}/season-players`, { method: 'POST', json: { email: `${jo.id}@local.test` } })
    expect(await found.json()).toMatchObject({ seasons: [{ id: season, submission }] })
    expect(await rowsOf('SELECT season_id, kind FROM season_registrations WHERE user_id = ?', jo.id)).toEqual([
      { season_id: season, kind: 'player' },
    ])
  })

  it('does not have a parent in the place of the children in the rows of a group', async () => {
    const [spring, fall] = [`kids-${tests}`, `adults-${tests}`]
    for (const season of [spring, fall])
      await rowsOf(
        "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?1, ?2, ?1, '2099-01-01', '2099-06-01', 1)",
        ...[season, team],
      )
    const common = { hint: '', isRequired: false, width: 'full', seenBy: 'organizers' } as const
    const content = shirtForm([{ refId: fall }, {}])
    const [, size] = shirtForm([{ refId: spring, limit: 9 }]).pages[0]?.fields ?? []
    if (size?.kind !== 'choice') throw new Error('The second field is no choice')
    content.pages[0]?.fields.push({
      ...{ ...common, id: 'f3', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 0, maxRows: 3 },
      fields: [{ ...size, id: 'f4' }],
    })
    const id = await publishForm(owner, team, content, { addsMembers: true, changesUntil: Date.now() + hour })
    const registered = async () =>
      (await rowsOf('SELECT season_id FROM season_registrations WHERE user_id = ?', jo.id)).map(({ season_id }) => season_id)
    const children = [{ f4: 'o1' }, { f4: 'o1' }]
    const { id: first } = await sent(await send(jo, id, { ...answersOf('Ava', 'o2'), f3: children }))
    expect([await isMember(jo), await registered()]).toEqual([true, []])
    expect((await overview(id)).options).toContainEqual({ field: 'f4', option: 'o1', taken: 2, waiting: 0 })
    const change = { answers: { ...answersOf('Ava'), f3: children }, revision: 1 }
    expect((await jo.ask(`/api/forms/${id}/submissions/${first}`, { method: 'PUT', json: change })).status).toBe(200)
    expect(await registered()).toEqual([fall])
  })

  it('stays as long as one of two submissions chooses it', async () => {
    const season = `summer-${tests}`
    await rowsOf(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?1, ?2, ?1, '2099-01-01', '2099-06-01', 1)",
      season,
      team,
    )
    const settings = { addsMembers: true, changesUntil: Date.now() + hour }
    const id = await publishForm(owner, team, shirtForm([{ refId: season }, {}]), settings)
    const registered = () => rowsOf('SELECT submission_id FROM season_registrations WHERE user_id = ?', jo.id)
    const { id: first } = await sent(await send(jo, id, answersOf('Ava')))
    const { id: second } = await sent(await send(jo, id, answersOf('Ava')))
    expect(await registered()).toEqual([{ submission_id: first }])
    expect((await jo.ask(`/api/forms/${id}/submissions/${first}`, { method: 'DELETE' })).status).toBe(204)
    expect(await registered()).toEqual([{ submission_id: second }])
    expect((await jo.ask(`/api/forms/${id}/submissions/${second}`, { method: 'DELETE' })).status).toBe(204)
    expect(await registered()).toEqual([])
  })

  it('follows what is changed, withdrawn and declined, but not what was done by hand', async () => {
    const [spring, fall] = [`spring-${tests}`, `fall-${tests}`]
    for (const id of [spring, fall])
      await rowsOf(
        "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?1, ?2, ?1, '2099-01-01', '2099-06-01', 1)",
        id,
        team,
      )
    const seasonsOf = async ({ id }: Person) =>
      (await rowsOf('SELECT season_id FROM season_registrations WHERE user_id = ?', id)).map(({ season_id }) => season_id)
    const id = await publishForm(owner, team, shirtForm([{ refId: spring }, { refId: fall }]), {
      addsMembers: true,
      changesUntil: Date.now() + hour,
    })
    const { id: ofJo } = await sent(await send(jo, id, answersOf('Ava')))
    const { id: ofSam } = await sent(await send(sam, id, answersOf('Leo')))
    const path = `/api/forms/${id}/submissions/${ofJo}`
    expect((await jo.ask(path, { method: 'PUT', json: { answers: answersOf('Ava', 'o2'), revision: 1 } })).status).toBe(200)
    expect([await seasonsOf(jo), await seasonsOf(sam)]).toEqual([[fall], [spring]])
    expect((await jo.ask(path, { method: 'DELETE' })).status).toBe(204)
    expect(await seasonsOf(jo)).toEqual([])
    // An organizer has given Sam a role of their own choice, so it stays.
    const registration = { kind: 'substitute', groupId: null }
    const registered = await owner.ask(`/api/seasons/${spring}/registrations/${sam.id}`, { method: 'PUT', json: registration })
    expect(registered.status).toBe(204)
    await decide(id, [ofSam], { do: 'decline', reason: '' })
    expect(await seasonsOf(sam)).toEqual([spring])
  })

  it.each(Object.entries(keepOut))('asks an organizer about a person who %s', async (_, keep) => {
    const id = await publishForm(owner, team, shirtForm(), { addsMembers: true })
    await keep(jo)
    const asked = await sent(await send(jo, id, answersOf('Ava')))
    expect([asked.state, await isMember(jo)]).toEqual(['asked', false])
    await decide(id, [asked.id], { do: 'accept' })
    expect(await isMember(jo)).toBe(true)
  })

  it('has no place for more members than the plan allows', async () => {
    await rowsOf('UPDATE teams SET max_members = 1 WHERE id = ?', team)
    const id = await publishForm(owner, team, shirtForm(), { addsMembers: true })
    expect(await codeOf(await send(jo, id, answersOf('Ava')))).toBe('409 TeamFull')
  })
})

describe('The list of submissions', () => {
  it('is searched and filtered, page by page', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 500 }, { limit: 500 }]))
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 129)
       INSERT INTO submissions (id, form_id, version, state, label, label_key, answers, ending, sent_at, changed_at)
       SELECT ? || i, ?, 1, iif(i % 2, 'accepted', 'asked'), 'Player ' || i, 'player ' || i, '{}', 'e1', i, i FROM n`,
      `s-${tests}-`,
      id,
    )
    await rowsOf(
      `INSERT INTO submission_options (submission_id, field_id, option_id, form_id, quantity, state, sent_at)
       SELECT id, 'f2', iif(sent_at % 3, 'o1', 'o2'), form_id, 1, 'taken', sent_at FROM submissions WHERE form_id = ?`,
      id,
    )
    const all: string[] = []
    const readAll = async (query: string) => {
      all.length = 0
      let cursor: string | null = ''
      for (let pages = 0; cursor !== null && pages < 9; pages += 1) {
        const page: SubmissionPage = await list(id, `?${query}${cursor ? `&cursor=${cursor}` : ''}`)
        all.push(...page.submissions.map(({ label }) => label))
        cursor = page.next
      }
      return [...all]
    }
    const numbers = Array.from({ length: 130 }, (_, index) => 129 - index)
    const labels = (which: (number: number) => boolean) => numbers.filter(which).map((number) => `Player ${number}`)
    expect(await readAll('')).toEqual(labels(() => true))
    expect(await readAll('state=asked')).toEqual(labels((number) => number % 2 === 0))
    expect(await readAll('field=f2&option=o2')).toEqual(labels((number) => number % 3 === 0))
    expect(await readAll('field=f2&option=o2&state=asked')).toEqual(labels((number) => number % 6 === 0))
    expect(await readAll('q=PLAYER%2012')).toEqual(['Player 12', ...Array.from({ length: 10 }, (_, index) => `Player 12${index}`)])
    expect(await readAll('q=player%2012&state=accepted')).toEqual([121, 123, 125, 127, 129].map((number) => `Player ${number}`))
    const upwards = numbers.toReversed().map((number) => `Player ${number}`)
    const byName = upwards.toSorted()
    expect(await readAll('sort=oldest')).toEqual(upwards)
    expect(await readAll('sort=oldest&state=asked')).toEqual(upwards.filter((_, index) => index % 2 === 0))
    expect(await readAll('sort=oldest&field=f2&option=o2')).toEqual(upwards.filter((_, index) => index % 3 === 0))
    expect(await readAll('sort=aToZ')).toEqual(byName)
    expect(await readAll('sort=zToA')).toEqual(byName.toReversed())
    expect(await readAll('sort=zToA&q=player%2012')).toEqual([
      ...Array.from({ length: 10 }, (_, index) => `Player 12${9 - index}`),
      'Player 12',
    ])
    const inState = (which: (number: number) => boolean) => numbers.filter(which).map((number) => `Player ${number}`)
    const [asked, accepted] = [inState((number) => number % 2 === 0), inState((number) => number % 2 === 1)]
    expect(await readAll('sort=stateUp')).toEqual([...accepted, ...asked])
    expect(await readAll('sort=stateDown')).toEqual([...asked, ...accepted])
    expect(await readAll('sort=stateDown&field=f2&option=o2')).toEqual(
      [...asked, ...accepted].filter((name) => Number(name.slice(7)) % 3 === 0),
    )
    expect(await readAll('sort=aToZ&state=asked')).toEqual(byName.filter((name) => Number(name.slice(7)) % 2 === 0))
    await decide(id, [`s-${tests}-7`, `s-${tests}-8`], { do: 'addTag', tag: 'Goalie' })
    expect(await readAll('tag=Goalie&sort=oldest')).toEqual(['Player 7', 'Player 8'])
    expect(await readAll('tag=Goalie')).toEqual(['Player 8', 'Player 7'])
    await decide(id, [`s-${tests}-7`], { do: 'removeTag', tag: 'Goalie' })
    expect(await readAll('tag=Goalie&state=accepted')).toEqual([])
    expect(await readAll('tag=Goalie')).toEqual(['Player 8'])
  })

  it('is searched by the beginning of the first and the last name, page by page', async () => {
    const id = await publishForm(owner, team)
    for (const name of ['Ana Lopez', 'Lola Park', 'Lo Lopez', 'Max', 'Carlota']) await sent(await send(jo, id, answersOf(name)))
    const labels = async (q: string, more = '') =>
      (await list(id, `?q=${encodeURIComponent(q)}${more}`)).submissions.map(({ label }) => label)
    expect(await labels('lopez')).toHaveLength(2)
    expect((await labels('LO')).toSorted()).toEqual(['Ana Lopez', 'Lo Lopez', 'Lola Park'])
    expect(await labels('lo')).toEqual(['Lo Lopez', 'Lola Park', 'Ana Lopez'])
    expect(await labels('lo', '&sort=zToA')).toEqual(['Ana Lopez', 'Lola Park', 'Lo Lopez'])
    expect(await labels('lopez', '&state=declined')).toEqual([])
    expect(await labels('ana lopez')).toEqual(['Ana Lopez'])
    expect(await labels('pez')).toEqual([])
    // Keys from before accents were removed are made again.
    await rowsOf("UPDATE submissions SET label = 'José Peña', label_key = 'josé peña', last_word_key = 'peña' WHERE label = 'Lola Park'")
    await foldLabels({ after: '' }, { db: openPrimary(env.DB), now: Date.now() })
    for (const q of ['jose', 'José', 'JOSÉ P', 'pena', 'Peña']) expect(await labels(q)).toEqual(['José Peña'])
    // More than a page, half of them by their last name.
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 129)
       INSERT INTO submissions (id, form_id, version, state, label, label_key, last_word_key, answers, ending, sent_at, changed_at)
       SELECT ?1 || i, ?2, 1, 'accepted', iif(i % 2, 'Kim ', '') || 'Ruiz' || i, iif(i % 2, 'kim ', '') || 'ruiz' || i, iif(i % 2, 'ruiz' || i, NULL), '{}', 'e1', i, i FROM n`,
      `ruiz-${tests}-`,
      id,
    )
    const all: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: SubmissionPage = await list(id, `?q=ruiz${cursor && `&cursor=${cursor}`}`)
      all.push(...page.submissions.map(({ label }) => label.replace('Kim ', '')))
      cursor = page.next
    }
    expect(all).toEqual(Array.from({ length: 130 }, (_, index) => `Ruiz${index}`).toSorted())
  })

  it('is searched by the address of who has sent something', async () => {
    const [id, other] = [await publishForm(owner, team), await publishForm(owner, team)]
    await sent(await send(jo, id, answersOf('Ava')))
    for (const email of ['mia@example.com', 'mia@example.org', 'max@example.com'])
      await sent(await send(stranger, id, answersOf(email.split('@').join(' at ')), { email }))
    await sent(await send(stranger, other, answersOf('Elsewhere'), { email: 'mia@example.com' }))
    const labels = async (q: string, more = '') =>
      (await list(id, `?q=${encodeURIComponent(q)}${more}`)).submissions.map(({ label }) => label).sort()
    expect(await labels('Mia@')).toEqual(['mia at example.com', 'mia at example.org'])
    expect(await labels('mia@example.com')).toEqual(['mia at example.com'])
    expect(await labels('mia@', '&state=declined')).toEqual([])
    expect(await labels(`${jo.id}@local.test`)).toEqual(['Ava'])
    expect(await labels(`${jo.id}@local`)).toEqual([])
  })

  it('keeps notes and tags, which the sender does not see', async () => {
    const id = await publishForm(owner, team)
    const { id: submissionId } = await sent(await send(jo, id, answersOf('=cmd()')))
    const path = `${id}/submissions/${submissionId}`
    const json = { ids: [submissionId], change: { do: 'addTag', tag: 'Goalie' } }
    await owner.ask(`/api/forms/${id}/submissions`, { method: 'PATCH', json })
    await owner.ask(`/api/forms/${path}/marks`, { method: 'PUT', json: { note: 'Call her.', before: '' } })
    expect(await readSubmission(owner, path)).toMatchObject({ label: '=cmd()', organizer: { tags: ['Goalie'], note: 'Call her.' } })
    expect(await readSubmission(jo, path)).toMatchObject({
      organizer: null,
      history: expect.not.arrayContaining([expect.objectContaining({ by: expect.anything() })]),
    })
    const other = await publishForm(owner, team)
    expect(await codeOf(await owner.ask(`/api/forms/${other}/submissions/${submissionId}`))).toBe('404 SubmissionNotFound')
    expect(await codeOf(await sam.ask(`/api/forms/${path}/marks`, { method: 'PUT', json: { note: '', before: '' } }))).toBe(
      '404 FormNotFound',
    )
  })
})

describe('What was begun', () => {
  it('is on all devices of the person, until it is sent', async () => {
    const id = await publishForm(owner, team)
    const save = async (answers: object) => {
      const { savedAt = null } = (await open(jo, id)).viewer.draft ?? {}
      return jo.ask(`/api/forms/${id}/answers`, { method: 'PUT', json: { answers, savedAt } })
    }
    expect((await save({ f1: 'Av' })).status).toBe(200)
    await save({ f1: 'Ava' })
    expect((await open(jo, id)).viewer.draft).toMatchObject({ answers: { f1: 'Ava' } })
    expect((await open(sam, id)).viewer.draft).toBeNull()
    expect((await overview(id)).counts).toEqual([])
    await save({})
    expect((await open(jo, id)).viewer.draft).toBeNull()
    await save({ f1: 'Ava' })
    await sent(await send(jo, id, answersOf('Ava')))
    expect((await open(jo, id)).viewer).toMatchObject({ draft: null, sent: [{ state: 'accepted' }] })
    const unknown = { method: 'PUT', json: { answers: { f1: 'x' }, savedAt: null } }
    expect(await codeOf(await jo.ask('/api/forms/not-there/answers', unknown))).toBe('404 FormNotFound')
  })

  it('is kept only for who may fill the form, so nobody else finds out that it is there', async () => {
    const id = await publishForm(owner, team, shirtForm(), { audience: 'members' })
    const save = (person: Asking) =>
      person.ask(`/api/forms/${id}/answers`, { method: 'PUT', json: { answers: { f1: 'Ava' }, savedAt: null } })
    const drafts = () => rowsOf('SELECT user_id FROM form_drafts WHERE form_id = ?', id)
    expect(await codeOf(await save(jo))).toBe('404 FormNotFound')
    await saveSettings(owner, id, { audience: 'people', people: [`${sam.id}@local.test`] })
    expect(await codeOf(await save(jo))).toBe('404 FormNotFound')
    expect(await drafts()).toEqual([])
    expect([(await save(sam)).status, (await save(owner)).status]).toEqual([200, 200])
    await saveSettings(owner, id, { audience: 'code', code: 'Spring 27' })
    expect((await save(jo)).status).toBe(200)
    expect(await codeOf(await save(stranger))).toBe('401 SignInRequired')
    await rowsOf('DELETE FROM form_drafts WHERE form_id = ?', id)
    await rowsOf('UPDATE teams SET deleted_at = 1 WHERE id = ?', team)
    expect(await codeOf(await save(jo))).toBe('404 FormNotFound')
    expect(await drafts()).toEqual([])
  })

  it('is not overwritten by a tab that has not seen it', async () => {
    const id = await publishForm(owner, team)
    const save = (answers: object, savedAt: number | null) =>
      jo.ask(`/api/forms/${id}/answers`, { method: 'PUT', json: { answers, savedAt } })
    const first = await (await save({ f1: 'A' }, null)).json<{ savedAt: number }>()
    // In the same moment, too, each saving gets a later version.
    const second = await (await save({ f1: 'Ava' }, first.savedAt)).json<{ savedAt: number }>()
    expect(second.savedAt).toBeGreaterThan(first.savedAt)
    for (const answers of [{ f1: 'B' }, {}])
      for (const old of [null, first.savedAt]) expect(await codeOf(await save(answers, old))).toBe('409 AnswersChangedElsewhere')
    expect((await open(jo, id)).viewer.draft).toEqual({ answers: { f1: 'Ava' }, savedAt: second.savedAt })
    expect(await (await save({}, second.savedAt)).json()).toEqual({ savedAt: null })
    // It was sent or emptied elsewhere, so a late saving does not bring it back.
    expect(await codeOf(await save({ f1: 'B' }, second.savedAt))).toBe('409 AnswersChangedElsewhere')
  })
})
