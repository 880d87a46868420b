import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Submission } from '../../domain/forms/submission-contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { ask } from '../setup/client.ts'
import { makeContent, whenIs } from '../setup/form-examples.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { answersOf, codeOf, idOf, makeTeam, publishForm, send, shirtForm } from './try-out.ts'

collectLog()
holdQueues()

let owner: Person
let jo: Person
let sam: Person
let team = ''

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  owner = await enterAndSetUp('logic-owner')
  jo = await enterAndSetUp('logic-jo')
  sam = await enterAndSetUp('logic-sam')
  team = await makeTeam(owner, 'Club')
})

const submissionsOf = (id: string) => rowsOf('SELECT id FROM submissions WHERE form_id = ?', id)
const issuesOf = async (answer: Response) => (await answer.json<{ issues: { path: string }[] }>()).issues.map(({ path }) => path)

describe('A rule that shows a required field', () => {
  const content = makeContent({
    pages: [
      {
        fields: [
          { id: 'fasthma', kind: 'yesNo', label: 'Asthma?', isRequired: true },
          { id: 'fdrug', kind: 'shortText', label: 'Which inhaler?', isRequired: true },
          {
            ...{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 0, maxRows: 3 },
            fields: [
              { id: 'fswims', kind: 'yesNo', label: 'Swims?', isRequired: true },
              { id: 'fbadge', kind: 'shortText', label: 'Which badge?', isRequired: true },
            ],
          },
        ],
      },
    ],
    rules: [
      { id: 'r1', when: whenIs('fasthma', true), actions: [{ do: 'show', field: 'fdrug' }] },
      { id: 'r2', when: whenIs('fswims', true), actions: [{ do: 'show', field: 'fbadge' }] },
    ],
  })

  it('lets nobody skip it, also without our page', async () => {
    const id = await publishForm(owner, team, content)
    for (const empty of [{}, { fdrug: '' }, { fdrug: '  ' }, { fdrug: null }])
      expect(await issuesOf(await send(jo, id, { fasthma: true, ...empty })), JSON.stringify(empty)).toEqual(['answers.fdrug'])
    expect(await issuesOf(await send(jo, id, { fasthma: false, fkids: [{ fswims: false }, { fswims: true }] }))).toEqual([
      'answers.fkids.1.fbadge',
    ])
    expect(await submissionsOf(id)).toEqual([])
  })

  it('blocks nobody from whom it is hidden, and stores nothing of it', async () => {
    const id = await publishForm(owner, team, content)
    // An answer from before it was hidden may even be wrong.
    const answers = { fasthma: false, fdrug: 'x'.repeat(501), fkids: [{ fswims: false, fbadge: 7 }] }
    const answer = await send(jo, id, answers)
    expect(answer.status, await answer.clone().text()).toBe(201)
    const stored = await (await jo.ask(`/api/forms/${id}/submissions/${await idOf(answer)}`)).json<Submission>()
    expect(stored.answers).toEqual({ fasthma: false, fkids: [{ fswims: false }] })
  })
})

describe('What somebody has only begun', () => {
  it('takes no place of an option or of the form, with an account or with a mailed link', async () => {
    const id = await publishForm(owner, team, shirtForm([{ limit: 1 }, {}]), { maxSubmissions: 1 })
    const answers = answersOf('Jo')
    expect((await jo.ask(`/api/forms/${id}/answers`, { method: 'PUT', json: { answers, savedAt: null } })).status).toBe(200)
    expect((await ask(`/api/forms/${id}/links`, { method: 'POST', json: { email: 'begun@example.com', answers } })).status).toBe(204)
    expect((await send(sam, id, answersOf('Sam'))).status).toBe(201)
    // And whoever has only begun has no place either.
    expect((await send(jo, id, answers)).status).toBe(409)
  })
})

describe('An edit while 20 people fill a form', () => {
  it('loses no answer, whether they send before or after it', async () => {
    const id = await publishForm(owner, team)
    const people = await Promise.all(Array.from({ length: 20 }, (_, number) => enterAndSetUp(`logic-person-${number}`)))
    const sendAs = (person: Person) => send(person, id, answersOf(person.id))
    // The new version asks for something else, and has no sizes any more.
    const content = makeContent({ title: 'New', pages: [{ fields: [{ id: 'fnew', kind: 'shortText', isRequired: true }] }] })
    const edit = async () => {
      await owner.ask(`/api/forms/${id}/draft`, { method: 'PUT', json: { content, version: 2 } })
      return owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version: 3 } })
    }
    const [edited, ...answers] = await Promise.all([edit(), ...people.map(sendAs)])
    expect(edited?.status).toBe(204)
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    const late = await send(jo, id, answersOf(jo.id))
    expect(late.status, await late.clone().text()).toBe(201)
    const stored = await rowsOf('SELECT user_id, version, answers FROM submissions WHERE form_id = ?', id)
    expect(stored.map(({ user_id, version, answers: json }) => [user_id, version, JSON.parse(String(json))]).sort()).toEqual(
      [...people, jo].map((person) => [person.id, 1, answersOf(person.id)]).sort(),
    )
    expect(await codeOf(await send(sam, id, { fnew: 'x', f1: 'y' }, { version: 2 }))).toBe('400 AnswersInvalid')
  })
})
