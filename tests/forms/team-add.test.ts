import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenForm } from '../../domain/forms/fill-contract.ts'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import type { MySubmissionPage, SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import type { FilledForPerson, TeamAddForm } from '../../domain/forms/team-add-contract.ts'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { makeContent } from '../setup/form-examples.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { answersOf, codeOf, idOf, publishForm, saveSettings, send, shirtForm } from './try-out.ts'

collectLog()
const queues = holdQueues()
let tests = 0
let owner: Person
let mia: Person
let sam: Person
let team = ''

const waiverForm = makeContent({
  pages: [
    {
      fields: [
        { id: 'fname', kind: 'shortText', label: 'Name', isRequired: true },
        { id: 'fwaiver', kind: 'waiver', label: 'Waiver', isRequired: true, text: 'At my own risk.' },
        { id: 'fphotos', kind: 'consent', label: 'Photos are fine' },
        { id: 'fwhere', kind: 'shortText', label: 'Where may we show them?', isRequired: true },
      ],
    },
  ],
  rules: [{ id: 'r1', when: { all: [{ field: 'fphotos', compare: 'isFilled' }] }, actions: [{ do: 'show', field: 'fwhere' }] }],
})

let requests = 0
const fill = (organizer: Person, id: string, personId: string, answers: object = { fname: 'Mia Park' }, more: object = {}) => {
  requests += 1
  const json = { version: 1, answers, total: null, idempotencyKey: `team-add-request-${requests}`, ...more }
  return organizer.ask(`/api/forms/${id}/people/${personId}/submissions`, { method: 'POST', json })
}
async function filled(answer: Response): Promise<FilledForPerson> {
  expect(answer.status, await answer.clone().text()).toBe(201)
  return answer.json()
}
const add = (person: { ask: typeof ask }, path: string, answers: object, more: object = {}) =>
  person.ask(`/api/forms/${path}/missing`, { method: 'POST', json: { answers, revision: 1, ...more } })
const read = async (person: { ask: typeof ask }, path: string): Promise<Submission> => (await person.ask(`/api/forms/${path}`)).json()
const guest = async (name: string, email?: string) =>
  idOf(await owner.ask(`/api/teams/${team}/guests`, { method: 'POST', json: { name, ...(email && { email }) } }))

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`adding-owner-${tests}`)
  mia = await enterAndSetUp(`adding-mia-${tests}`)
  sam = await enterAndSetUp(`adding-sam-${tests}`)
  team = await idOf(await owner.ask('/api/_local/teams', { method: 'PUT', json: { name: 'Club', people: [owner.id, mia.id] } }))
})

describe('Filling a form for somebody', () => {
  it('asks the person for what only they can say, and counts when they have added it', async () => {
    const id = await publishForm(owner, team, waiverForm)
    const form: TeamAddForm = await (await owner.ask(`/api/forms/${id}/people/${mia.id}`)).json()
    expect(form).toMatchObject({ person: { id: mia.id }, form: { id, viewer: { draft: null, sent: [] } } })
    // Nobody signs for somebody else.
    const answers = { fname: 'Mia Park', fwaiver: { name: 'Forged Name' }, fphotos: true, fwhere: 'nowhere' }
    const { id: submissionId, isMissing } = await filled(await fill(owner, id, mia.id, answers))
    expect(isMissing).toBe(true)
    const path = `${id}/submissions/${submissionId}`
    const before = await read(mia, path)
    expect(before).toMatchObject({ state: 'asked', answers: { fname: 'Mia Park' }, isMine: true })
    expect(before.missing).toMatchObject({ answers: [{ field: 'fwaiver', row: null }], isMember: true })
    expect(before.history.map(({ kind, by }) => [kind, by?.id ?? null])).toContainEqual(['filled', owner.id])
    await deliverAll()
    expect(await rowsOf("SELECT path FROM notices WHERE user_id = ? AND key LIKE 'form-filled:%'", mia.id)).toEqual([
      { path: `/form/${id}/${submissionId}` },
    ])
    // It cannot be accepted without them.
    const accepting = { ids: [submissionId], change: { do: 'accept' } }
    expect(await (await owner.ask(`/api/forms/${id}/submissions`, { method: 'PATCH', json: accepting })).json()).toMatchObject({ ids: [] })
    expect(await codeOf(await add(sam, path, { fwaiver: { name: 'Sam' } }))).toBe('404 SubmissionNotFound')
    expect(await codeOf(await add(owner, path, { fwaiver: { name: 'Owner' } }))).toBe('404 SubmissionNotFound')
    expect(await codeOf(await add(mia, path, {}))).toBe('400 AnswersInvalid')
    // What they add can ask more. What the organizer has entered stays.
    const signed = { fname: 'Another', fwaiver: { name: 'Mia Park' }, fphotos: true }
    expect(await codeOf(await add(mia, path, signed))).toBe('400 AnswersInvalid')
    expect((await add(mia, path, { ...signed, fwhere: 'the wall' })).status).toBe(204)
    const after = await read(mia, path)
    expect(after).toMatchObject({ state: 'accepted', missing: null, answers: { ...signed, fname: 'Mia Park', fwhere: 'the wall' } })
    expect(await codeOf(await add(mia, path, signed))).toBe('409 SubmissionFixed')
  })

  it('shows nothing of the organizer: what they have signed, added, or could take over', async () => {
    const id = await publishForm(owner, team, waiverForm)
    await owner.ask(`/api/teams/${team}/children`, { method: 'POST', json: { name: 'Kim' } })
    const own = { fname: 'The owner', fwaiver: { name: 'The Owner' } }
    const json = { version: 1, answers: own, total: null, idempotencyKey: 'the-owner-signs-too' }
    expect((await owner.ask(`/api/forms/${id}/submissions`, { method: 'POST', json })).status).toBe(201)
    expect((await (await owner.ask(`/api/forms/${id}`)).json<OpenForm>()).viewer).toMatchObject({
      ...{ signed: [{ field: 'fwaiver' }], hasKnownAnswers: true },
    })
    const { form }: TeamAddForm = await (await owner.ask(`/api/forms/${id}/people/${mia.id}`)).json()
    expect(form.viewer).toMatchObject({ signed: [], files: [], hasKnownAnswers: false })
  })

  it('does not ask a member to sign again what they have signed', async () => {
    const id = await publishForm(owner, team, waiverForm)
    expect((await send(mia, id, { fname: 'Mia', fwaiver: { name: 'Mia Park' } })).status).toBe(201)
    const { form }: TeamAddForm = await (await owner.ask(`/api/forms/${id}/people/${mia.id}`)).json()
    expect(form.viewer.signed).toMatchObject([{ field: 'fwaiver' }])
    expect(await filled(await fill(owner, id, mia.id))).toMatchObject({ isMissing: false })
    // Only what else is missing is asked for.
    const more = { id: 'fagrees', kind: 'consent', label: 'I agree', isRequired: true }
    const fields = [...(waiverForm.pages[0]?.fields ?? []).slice(0, 2), more]
    const second = await publishForm(owner, team, makeContent({ pages: [{ fields }] }))
    const { id: submissionId } = await filled(await fill(owner, second, mia.id))
    const path = `${second}/submissions/${submissionId}`
    expect(await read(mia, path)).toMatchObject({ signed: [{ field: 'fwaiver' }], missing: { answers: [{ field: 'fagrees', row: null }] } })
    expect((await add(mia, path, { fagrees: true })).status).toBe(204)
    expect(await read(mia, path)).toMatchObject({ state: 'accepted', missing: null })
    // Whoever else the organizer fills it for has not signed.
    const kim = await idOf(await mia.ask(`/api/teams/${team}/children`, { method: 'POST', json: { name: 'Kim' } }))
    expect(await filled(await fill(owner, id, kim))).toMatchObject({ isMissing: true })
  })

  it('is told as missing in every list, until it is declined', async () => {
    const id = await publishForm(owner, team, waiverForm)
    const { id: submissionId } = await filled(await fill(owner, id, mia.id))
    const path = `${id}/submissions/${submissionId}`
    const standings = async () => {
      const rows: SubmissionPage = await (await owner.ask(`/api/forms/${id}/submissions`)).json()
      const mine: MySubmissionPage = await (await mia.ask('/api/forms/submissions')).json()
      const { viewer }: OpenForm = await (await mia.ask(`/api/forms/${id}`)).json()
      return [rows.submissions[0], mine.submissions[0], viewer.sent[0]].map((one) => [one?.state, one?.isMissing])
    }
    expect(await standings()).toEqual(Array.from({ length: 3 }, () => ['asked', true]))
    const declining = { ids: [submissionId], change: { do: 'decline' } }
    expect(await (await owner.ask(`/api/forms/${id}/submissions`, { method: 'PATCH', json: declining })).json()).toEqual({
      ids: [submissionId],
      refused: [],
    })
    expect(await standings()).toEqual(Array.from({ length: 3 }, () => ['declined', false]))
    expect(await read(mia, path)).toMatchObject({ state: 'declined', missing: null })
  })

  it('stores a form without anything personal at once, once', async () => {
    const content = makeContent({ pages: [{ fields: [{ id: 'fname', kind: 'shortText', isRequired: true }] }] })
    const id = await publishForm(owner, team, content, { isOncePerPerson: true, needsApproval: true })
    const more = { idempotencyKey: 'the-same-for-mia' }
    const [one, two] = await Promise.all([fill(owner, id, mia.id, { fname: 'Mia' }, more), fill(owner, id, mia.id, { fname: 'Mia' }, more)])
    const first = await filled(one)
    expect(await filled(two)).toEqual(first)
    const other = await fill(owner, id, mia.id, { fname: 'Mia Park' }, more)
    expect(await other.clone().json()).toMatchObject({ path: `/form/${id}/${first.id}` })
    expect(await codeOf(other)).toBe('409 FormSentBefore')
    expect(await read(mia, `${id}/submissions/${first.id}`)).toMatchObject({ state: 'accepted', missing: null })
    expect(await codeOf(await fill(owner, id, mia.id, { fname: 'Mia' }))).toBe('409 PersonSentAlready')
    expect(await codeOf(await fill(owner, id, owner.id, {}))).toBe('400 AnswersInvalid')
  })

  it('asks a guest by email, and the parent of a child', async () => {
    const id = await publishForm(owner, team, waiverForm)
    const robin = await guest('Robin', `robin-${tests}@example.com`)
    const { id: ofRobin } = await filled(await fill(owner, id, robin, { fname: 'Robin' }))
    await deliverAll()
    const mail = queues.sent.findLast(({ to }) => to === `robin-${tests}@example.com`)
    const key = /\?key=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    // Who knows the ids, such as an organizer, cannot compute the secret of the link.
    expect(key).not.toBe(await hashSecret('submission', id, ofRobin))
    expect((await add({ ask }, `${id}/submissions/${ofRobin}`, { fwaiver: { name: 'Robin' } }, { key: 'wrong' })).status).toBe(404)
    expect((await add({ ask }, `${id}/submissions/${ofRobin}`, { fwaiver: { name: 'Robin' } }, { key })).status).toBe(204)
    const kim = await idOf(await mia.ask(`/api/teams/${team}/children`, { method: 'POST', json: { name: 'Kim' } }))
    const { id: ofKim } = await filled(await fill(owner, id, kim, { fname: 'Kim' }))
    expect((await add(mia, `${id}/submissions/${ofKim}`, { fwaiver: { name: 'Mia Park' } })).status).toBe(204)
    expect(await codeOf(await fill(owner, id, await guest('Nobody'), { fname: 'No' }))).toBe('409 PersonNotReachable')
  })

  it('keeps what is about a child apart from its parent', async () => {
    const id = await publishForm(owner, team, waiverForm, { isOncePerPerson: true })
    const kim = await idOf(await mia.ask(`/api/teams/${team}/children`, { method: 'POST', json: { name: 'Kim' } }))
    const { id: ofKim } = await filled(await fill(owner, id, kim, { fname: 'Kim' }))
    expect(await codeOf(await fill(owner, id, kim, { fname: 'Kim' })), 'not signed yet').toBe('409 PersonSentAlready')
    expect((await add(mia, `${id}/submissions/${ofKim}`, { fwaiver: { name: 'Mia Park' } })).status).toBe(204)
    expect(await codeOf(await fill(owner, id, kim, { fname: 'Kim' })), 'signed').toBe('409 PersonSentAlready')
    expect(await rowsOf('SELECT for_whom FROM signed_waivers WHERE submission_id = ?', ofKim)).toEqual([{ for_whom: 'Kim' }])
    // The parent has neither sent it nor signed for herself.
    const { viewer }: OpenForm = await (await mia.ask(`/api/forms/${id}`)).json()
    expect(viewer).toMatchObject({ sent: [], canSend: true, signed: [] })
    expect(await codeOf(await send(mia, id, { fname: 'Mia' }))).toBe('400 AnswersInvalid')
    const own = await idOf(await send(mia, id, { fname: 'Mia', fwaiver: { name: 'Mia Park' } }))
    expect(await read(mia, `${id}/submissions/${own}`)).toMatchObject({ state: 'accepted' })
    // Nor does her own signature count for the child.
    const { id: again } = await filled(await fill(owner, await publishForm(owner, team, waiverForm), kim, { fname: 'Kim' }))
    const [{ form_id: second } = {}] = await rowsOf('SELECT form_id FROM submissions WHERE id = ?', again)
    expect(await read(mia, `${second}/submissions/${again}`)).toMatchObject({
      signed: [],
      missing: { answers: [{ field: 'fwaiver', row: null }] },
    })
  })

  it('tells the person for what they were put down, and the organizer why not', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 3 }, {}]), { isOncePerPerson: true })
    const address = `lou-${tests}@example.com`
    const lou = await guest('Lou', address)
    await filled(await fill(owner, id, lou, answersOf('Lou')))
    await deliverAll()
    expect(queues.sent.findLast(({ to }) => to === address)?.text).toContain('You are in. There is nothing else to do.')
    expect(await codeOf(await fill(owner, id, lou, answersOf('Lou')))).toBe('409 PersonSentAlready')
    const kim = await idOf(await mia.ask(`/api/teams/${team}/children`, { method: 'POST', json: { name: 'Kim' } }))
    await filled(await fill(owner, id, kim, answersOf('Kim')))
    expect(await codeOf(await fill(owner, id, kim, answersOf('Kim')))).toBe('409 PersonSentAlready')
    await filled(await fill(owner, id, mia.id, answersOf('Mia')))
    expect(await codeOf(await fill(owner, id, owner.id, answersOf('Owner')))).toBe('409 FormOptionFull')
  })

  it('works with files, also after the form was closed', async () => {
    const content = makeContent({ pages: [{ fields: [{ id: 'fcard', kind: 'file', label: 'Card', isRequired: true }] }] })
    const id = await publishForm(owner, team, content)
    expect((await owner.ask(`/api/forms/${id}`, { method: 'PATCH', json: { isClosed: true } })).status).toBe(204)
    await rowsOf('UPDATE forms SET closed_at = 1 WHERE id = ?', id)
    const query = (key: string) =>
      new URLSearchParams({ field: 'fcard', name: 'card.pdf', secret: 'secret-of-the-tab', idempotencyKey: key })
    const upload = (person: Person) =>
      person.ask(`/api/forms/${id}/files?${query(`card-of-${person.id}`)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: new TextEncoder().encode('%PDF-1.7 A card'),
      })
    expect(await codeOf(await upload(mia))).toBe('409 FormClosed')
    const added = await upload(owner)
    expect(added.status, await added.clone().text()).toBe(201)
    const file = await idOf(added)
    const { id: submissionId } = await filled(await fill(owner, id, mia.id, { fcard: [file] }))
    expect((await read(mia, `${id}/submissions/${submissionId}`)).files.map((one) => one.id)).toEqual([file])
    expect((await mia.ask(`/api/forms/${id}/submissions/${submissionId}/files/${file}`)).status).toBe(200)
  })

  it('lets the person add a file and a group that only come up by what they say', async () => {
    const content = makeContent({
      pages: [
        {
          fields: [
            { id: 'fname', kind: 'shortText' },
            { id: 'fdrive', kind: 'consent', label: 'I drive others', isRequired: true },
            { id: 'flicense', kind: 'file', label: 'License', isRequired: true },
            {
              ...{ id: 'fseats', kind: 'group', label: 'Passengers', rowLabel: 'Passenger', minRows: 1 },
              fields: [{ id: 'fwho', kind: 'shortText', label: 'Name', isRequired: true }],
            },
          ],
        },
      ],
      rules: [
        {
          ...{ id: 'r1', when: { all: [{ field: 'fdrive', compare: 'isFilled' }] } },
          actions: ['flicense', 'fseats'].map((field) => ({ do: 'show', field })),
        },
      ],
    })
    const id = await publishForm(owner, team, content)
    const robin = await guest('Robin', `driver-${tests}@example.com`)
    const { id: submissionId } = await filled(await fill(owner, id, robin, { fname: 'Robin' }))
    await deliverAll()
    const key = /\?key=([\w-]+)/.exec(queues.sent.findLast(({ to }) => to === `driver-${tests}@example.com`)?.text ?? '')?.[1] ?? ''
    const path = `${id}/submissions/${submissionId}`
    const secret = 'secret-of-the-guest'
    const upload = (more: Record<string, string>) =>
      ask(
        `/api/forms/${id}/files?${new URLSearchParams({ field: 'flicense', name: 'card.pdf', secret, idempotencyKey: 'the-license', ...more })}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/octet-stream' },
          body: new TextEncoder().encode('%PDF-1.7 A license'),
        },
      )
    expect((await upload({ submissionId, key: 'wrong' })).status).toBe(404)
    const added = await upload({ submissionId, key })
    expect(added.status, await added.clone().text()).toBe(201)
    const file = await idOf(added)
    const given = { fdrive: true, flicense: [file], fseats: [{ fwho: 'Kim' }] }
    expect(await codeOf(await add({ ask }, path, { ...given, fseats: [] }, { key, secret }))).toBe('400 AnswersInvalid')
    expect(await codeOf(await add({ ask }, path, given, { key, secret: 'another-secret-of-none' }))).toBe('400 AnswersInvalid')
    const done = await add({ ask }, path, given, { key, secret })
    expect(done.status, await done.clone().text()).toBe(204)
    expect(await read(owner, path)).toMatchObject({ state: 'accepted', answers: { ...given, fname: 'Robin' }, files: [{ id: file }] })
  })

  it('takes only cities that exist for what the person adds', async () => {
    const content = makeContent({
      pages: [
        {
          fields: [
            { id: 'fname', kind: 'shortText', label: 'Name', isRequired: true },
            { id: 'fcity', kind: 'city', label: 'City' },
            { id: 'fwaiver', kind: 'waiver', label: 'Waiver', isRequired: true, text: 'At my own risk.' },
          ],
        },
      ],
    })
    const id = await publishForm(owner, team, content)
    const { id: submissionId } = await filled(await fill(owner, id, mia.id))
    const answers = { fcity: '999999999', fwaiver: { name: 'Mia Park' } }
    const refused = await add(mia, `${id}/submissions/${submissionId}`, answers)
    expect(await refused.json()).toMatchObject({ code: 'AnswersInvalid', issues: [{ path: 'answers.fcity' }] })
    expect(await read(mia, `${id}/submissions/${submissionId}`)).toMatchObject({ state: 'asked' })
  })

  it('asks nothing more of whoever was declined', async () => {
    const id = await publishForm(owner, team, waiverForm)
    const { id: submissionId } = await filled(await fill(owner, id, mia.id))
    const declining = { ids: [submissionId], change: { do: 'decline' } }
    expect((await owner.ask(`/api/forms/${id}/submissions`, { method: 'PATCH', json: declining })).status).toBe(200)
    expect(await read(mia, `${id}/submissions/${submissionId}`)).toMatchObject({ state: 'declined', missing: null })
    expect(await codeOf(await add(mia, `${id}/submissions/${submissionId}`, { fwaiver: { name: 'Mia' } }))).toBe('409 SubmissionFixed')
  })

  it('is for those who run the forms, and for people of the community only', async () => {
    const id = await publishForm(owner, team, waiverForm)
    await saveSettings(owner, id, { audience: 'members' })
    for (const personId of [sam.id, 'nobody']) {
      expect(await codeOf(await owner.ask(`/api/forms/${id}/people/${personId}`))).toBe('404 FormPersonNotFound')
      expect(await codeOf(await fill(owner, id, personId))).toBe('404 FormPersonNotFound')
    }
    expect(await codeOf(await mia.ask(`/api/forms/${id}/people/${mia.id}`))).toBe('403 NotAllowed')
    expect(await codeOf(await sam.ask(`/api/forms/${id}/people/${mia.id}`))).toBe('404 FormNotFound')
    expect(await codeOf(await fill(sam, id, mia.id))).toBe('404 FormNotFound')
  })
})
