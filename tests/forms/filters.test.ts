import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { submissionStates } from '../../domain/forms/submission-contract.ts'
import { type SubmissionPage, type SubmissionSort, submissionSorts } from '../../domain/forms/submission-list-contract.ts'
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

  it.each(submissionSorts)('has all in order, page by page, whatever is filtered, sorted by %s', async (sort) => {
    const states = JSON.stringify(submissionStates)
    await rowsOf(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 279)
        INSERT INTO submissions (id, form_id, version, state, label, label_key, answers, ending, sent_at, changed_at)
        SELECT ?1 || '-' || i, ?1, 1, ?3 ->> (i * i % 7), 'P' || i % 90, 'p' || i % 90,
          json_object('fage', i % 100 - 20, 'fsure', json(iif(i % 3, 'true', 'false')), 'fkids', json_array(json_object('flevel', i % 9 / 2.0))), 'e1',
          ?2 + (i / 5 - 20) * 3600000, 1 FROM n`,
      ...[form, newYear, states],
    )
    await rowsOf(
      `INSERT INTO submission_tags (submission_id, tag, form_id, sent_at) SELECT id, 'Late', form_id, sent_at FROM submissions
        WHERE form_id = ? AND substr(id, -1) IN ('1', '4', '8')`,
      form,
    )
    const stored = await rowsOf(
      `SELECT id, state, label_key AS key, sent_at AS at, answers->>'fage' AS age, answers->>'fsure' AS sure, answers->>'$.fkids[0].flevel' AS level,
        EXISTS (SELECT 1 FROM submission_tags t WHERE t.submission_id = s.id) AS is_late FROM submissions s WHERE form_id = ?`,
      form,
    )
    type Row = Record<string, unknown> & { id: string; state: string; key: string; at: number }
    const all = stored.map(
      (row): Row => ({ ...row, id: String(row.id), state: String(row.state), key: String(row.key), at: Number(row.at) }),
    )
    const onNewYear = ({ at }: Row) => at >= newYear && at < second
    const isGrown = ({ age }: Row) => age !== null && Number(age) >= 10 && Number(age) <= 60
    const filters: [string, (row: Row) => boolean][] = [
      ['', () => true],
      ['sentFrom=2026-01-01&sentUntil=2026-01-01', onNewYear],
      ['sentUntil=2025-12-31', ({ at }) => at < newYear],
      ['field=fage&min=10&max=60', isGrown],
      ['field=fsure&answer=no', ({ sure }) => sure === 0],
      ['field=flevel&min=3.5', ({ level }) => Number(level) >= 3.5],
      ['field=fage&min=10&max=60&sentFrom=2026-01-01&sentUntil=2026-01-01', (row) => isGrown(row) && onNewYear(row)],
      [
        'field=fsure&answer=yes&sentFrom=2026-01-01&state=accepted',
        (row) => row.sure === 1 && row.at >= newYear && row.state === 'accepted',
      ],
      ['tag=Late&field=fage&min=10&max=60&sentUntil=2026-01-01', (row) => row.is_late === 1 && isGrown(row) && row.at < second],
    ]
    const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
    const newest = (one: Row, other: Row) => compare(other.at, one.at) || compare(other.id, one.id)
    const byName = (one: Row, other: Row) => compare(one.key, other.key) || compare(one.id, other.id)
    const byState = (one: Row, other: Row) => compare(one.state, other.state)
    const orders: Record<SubmissionSort, (one: Row, other: Row) => number> = {
      ...{ newest, oldest: (one, other) => newest(other, one), aToZ: byName, zToA: (one, other) => byName(other, one) },
      stateUp: (one, other) => byState(one, other) || newest(one, other),
      stateDown: (one, other) => byState(other, one) || newest(one, other),
    }
    for (const [query, fits] of filters) {
      const found: string[] = []
      let last = 0
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: SubmissionPage = await (await list(`${query}&sort=${sort}${cursor && `&cursor=${cursor}`}`)).json()
        found.push(...page.submissions.map(({ id }) => id))
        last = page.submissions.length
        cursor = page.next
      }
      expect(found, query).toEqual(
        all
          .filter(fits)
          .toSorted(orders[sort])
          .map(({ id }) => id),
      )
      // Where an index answers all, "Show more" never leads to nothing.
      if (!query.includes('field') && !sort.startsWith('aTo') && !sort.startsWith('zTo')) expect(last, query).toBeGreaterThan(0)
    }
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
