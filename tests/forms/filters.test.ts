import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SubmissionPage } from '../../domain/forms/submission-list-contract.ts'
import type { FormView } from '../../domain/forms/view-contract.ts'
import { makeFormExport } from '../../worker/forms/make-export.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { enterAndSetUp, type Person, rowsOf } from '../profiles/people.ts'
import { makeContent } from '../setup/form-examples.ts'
import { collectLog } from '../setup/log.ts'
import { buildWorld } from '../world/build-world.ts'
import { codeOf, idOf, makeTeam, publishForm } from './try-out.ts'

collectLog()
let tests = 0
let owner: Person
let form = ''

const content = makeContent({
  pages: [
    {
      fields: [
        { id: 'fsure', kind: 'yesNo', label: 'Sure' },
        { id: 'fage', kind: 'number', label: 'Age' },
        { id: 'fnote', kind: 'shortText', label: 'Note' },
        {
          ...{ id: 'fkids', kind: 'group', label: 'Kids', rowLabel: 'Kid' },
          fields: [
            { id: 'fswims', kind: 'yesNo', label: 'Swims' },
            { id: 'flevel', kind: 'level', label: 'Level' },
          ],
        },
      ],
    },
  ],
})

/** The last moments of December 31 and the first of January 2, in Chicago. */
const [newYear, second] = [Date.UTC(2026, 0, 1, 6), Date.UTC(2026, 0, 2, 6)]

beforeAll(() => buildWorld(env.DB, ['cities:some']))
beforeEach(async () => {
  tests += 1
  owner = await enterAndSetUp(`filters-owner-${tests}`)
  form = await publishForm(owner, await makeTeam(owner, 'Club'), content)
  const sent = [
    ['Ana', 'accepted', newYear - 1, { fsure: true, fage: 9, fkids: [{ fswims: false }, { fswims: true, flevel: 2.5 }] }],
    ['Bo', 'asked', newYear, { fsure: false, fage: 10, fkids: [{ fswims: false, flevel: 4 }] }],
    ['Cy', 'accepted', second - 1, { fsure: true, fage: 10.5, fnote: '"fswims":true and {"fage":10}' }],
    ['Di', 'asked', second, { fage: -3, fnote: 'yes' }],
  ] as const
  for (const [label, state, at, answers] of sent)
    await rowsOf(
      `INSERT INTO submissions (id, form_id, version, state, label, label_key, answers, ending, sent_at, changed_at)
        VALUES (?1 || ?2, ?1, 1, ?3, ?2, lower(?2), ?4, 'e1', ?5, 1)`,
      ...[form, label, state, JSON.stringify(answers), at],
    )
})

const list = (query: string) => owner.ask(`/api/forms/${form}/submissions?${query}`)
const find = async (query: string) => (await (await list(query)).json<SubmissionPage>()).submissions.map(({ label }) => label)

describe('The list of submissions', () => {
  it.each([
    ['yes', 'field=fsure&answer=yes', ['Cy', 'Ana']],
    ['no, which is more than no answer', 'field=fsure&answer=no', ['Bo']],
    ['yes in a row of a group', 'field=fswims&answer=yes', ['Ana']],
    ['no in a row of a group', 'field=fswims&answer=no&sort=oldest', ['Ana', 'Bo']],
    ['a number from and to, both included', 'field=fage&min=9&max=10', ['Bo', 'Ana']],
    ['a number from', 'field=fage&min=10.5', ['Cy']],
    ['a number to', 'field=fage&max=-0.5', ['Di']],
    ['a level in a row of a group', 'field=flevel&min=2.5&max=3', ['Ana']],
    ['a number in a state, by name', 'field=fage&min=9&state=accepted&sort=aToZ', ['Ana', 'Cy']],
    ['a number that is a text', 'field=fnote&min=0', []],
  ])('has those with %s', async (_, query, labels) => {
    expect(await find(query)).toEqual(labels)
  })

  it.each(['newest', 'oldest', 'aToZ', 'stateUp', 'stateDown'])(
    'has those of some days in the zone of the form, sorted by %s',
    async (sort) => {
      const days = async (span: string) => (await find(`${span}&sort=${sort}`)).toSorted()
      expect(await days('sentFrom=2026-01-01&sentUntil=2026-01-01')).toEqual(['Bo', 'Cy'])
      expect(await days('sentFrom=2026-01-01')).toEqual(['Bo', 'Cy', 'Di'])
      expect(await days('sentUntil=2025-12-31')).toEqual(['Ana'])
      expect(await days('sentFrom=2026-01-01&sentUntil=2026-01-01&field=fsure&answer=yes&state=accepted')).toEqual(['Cy'])
    },
  )

  it.each(['newest', 'oldest', 'aToZ', 'stateUp', 'stateDown'])('has all of some days page by page, sorted by %s', async (sort) => {
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 129)
        INSERT INTO submissions (id, form_id, version, state, label, label_key, answers, ending, sent_at, changed_at)
        SELECT ?1 || '-' || i, ?1, 1, iif(i % 2, 'accepted', 'asked'), 'P' || i, 'p' || i, json_object('fage', i), 'e1', ?2 + i / 2, 1 FROM n`,
      ...[form, newYear + 1],
    )
    const all: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: SubmissionPage = await (
        await list(`sentFrom=2026-01-01&sentUntil=2026-01-01&field=fage&min=10&sort=${sort}${cursor && `&cursor=${cursor}`}`)
      ).json()
      all.push(...page.submissions.map(({ label }) => label))
      cursor = page.next
    }
    expect(all.toSorted()).toEqual(['Bo', 'Cy', ...Array.from({ length: 120 }, (_, index) => `P${index + 10}`)].toSorted())
  })

  it.each([
    'field=fage&min=ten',
    'field=fage&max=1e9',
    'field=fsure&answer=maybe',
    'sentFrom=2026-02-30',
    'sentUntil=9999-12-31',
    'field=f%27',
  ])('refuses %s', async (query) => {
    expect(await codeOf(await list(query))).toBe('400 InvalidInput')
  })
})

describe('A view and a file', () => {
  const filter = { field: 'fage', min: '9', max: '10', sentFrom: '2026-01-01', sentUntil: '2026-01-01', sort: 'stateUp' }

  it('keep the same filter', async () => {
    const json = { name: 'Ten on New Year', columns: ['fage'], filter }
    expect((await owner.ask(`/api/forms/${form}/views`, { method: 'POST', json })).status).toBe(204)
    const { views } = await (await owner.ask(`/api/forms/${form}/views`)).json<{ views: FormView[] }>()
    expect(views[0]?.filter).toEqual(filter)
    for (const wrong of [{ min: 'ten' }, { sentFrom: 'today' }])
      expect((await owner.ask(`/api/forms/${form}/views`, { method: 'POST', json: { ...json, filter: wrong } })).status).toBe(400)
  })

  it.each<Record<string, string>>([{}, { state: 'asked', tag: 'Late', field: 'fage', option: 'o1', owes: '1', holds: '1', answer: 'no' }])(
    'have what the list has, also with %j',
    async (more) => {
      const json = { format: 'csv', search: { ...filter, ...more }, idempotencyKey: `filtered-export-${JSON.stringify(more).length}` }
      const id = await idOf(await owner.ask(`/api/forms/${form}/exports`, { method: 'POST', json }))
      await makeFormExport({ exportId: id, platform: 'gth' }, { db: openPrimary(env.DB), env, now: Date.now() })
      const [, ...rows] = (await (await owner.ask(`/files/form-exports/${id}.csv`)).text()).trim().split('\r\n')
      expect(rows.map((row) => row.split(',')[0])).toEqual(await find(new URLSearchParams({ ...filter, ...more }).toString()))
      if (Object.keys(more).length === 0) expect(rows).toHaveLength(1)
    },
  )
})
