import { Profiler } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { FormContent } from '../../domain/forms/content.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { AnswerStore } from '../../web/forms/fill/answer-store.ts'
import { noCoupon } from '../../web/forms/fill/entered-coupon.ts'
import { FieldCell } from '../../web/forms/fill/field-cell.tsx'
import { AnswerStoreContext, type FormFacts, FormFactsContext } from '../../web/forms/fill/form-context.ts'
import { makeContent, whenIs } from '../setup/form-examples.ts'

const today = '2026-11-27'
const facts: FormFacts = {
  coupon: noCoupon,
  ...{ payment: null, left: new Map(), isSignedIn: true, memberOf: null, signed: [], marks: {}, children: [], uploads: null },
  price: { today, isMember: false, coupon: null, feeBasisPoints: 0 },
}
const nothing = {}
const startOf = (content: FormContent) =>
  new AnswerStore(indexContent(content), today, nothing, {
    answers: nothing,
    email: '',
    idempotencyKey: 'a-key-of-a-test',
    files: [],
    saved: null,
  })

/** Each of 60 rules shows one of 140 questions when another one has an answer, and one question is a computed one. */
const large = makeContent({
  pages: [
    {
      fields: [
        ...Array.from({ length: 139 }, (_, at) => ({ id: `fq${at}`, kind: 'shortText', label: `Question ${at}` })),
        { id: 'flength', kind: 'computed', label: 'Computed', formula: 'if(fq0 == "ab", 1, 2)' },
        ...Array.from({ length: 60 }, (_, at) => ({ id: `fshown${at}`, kind: 'shortText', label: `Shown ${at}` })),
      ],
    },
  ],
  rules: Array.from({ length: 60 }, (_, at) => ({
    id: `r${at}`,
    when: whenIs(`fq${at}`, 'ab'),
    actions: [{ do: 'show', field: `fshown${at}` }],
  })),
})

async function showFields(content: FormContent) {
  const store = startOf(content)
  const drawn: string[] = []
  const fields = content.pages.flatMap((one) => one.fields)
  const element = (
    <AnswerStoreContext value={store}>
      <FormFactsContext value={facts}>
        {fields.map((field) => (
          <Profiler key={field.id} id={field.id} onRender={(id) => void drawn.push(id)}>
            <FieldCell field={field} group={null} row={null} />
          </Profiler>
        ))}
      </FormFactsContext>
    </AnswerStoreContext>
  )
  await render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
  return { store, drawn }
}

describe('The answers of a form', () => {
  it('draw only the fields that a key changes, among 200 fields with 60 rules', async ({ task }) => {
    const { drawn } = await showFields(large)
    await page.getByRole('textbox', { name: 'Question 0 Optional', exact: true }).fill('a')
    await expect.element(page.getByRole('textbox', { name: 'Question 0 Optional', exact: true })).toHaveValue('a')
    expect(drawn.length).toBeGreaterThanOrEqual(200)
    drawn.length = 0
    await userEvent.keyboard('b')
    await expect.element(page.getByRole('textbox', { name: 'Shown 0 Optional', exact: true })).toBeVisible()
    // The field itself, the one that a rule shows now, and the one that is computed from it.
    expect([...new Set(drawn)].sort()).toEqual(['flength', 'fq0', 'fshown0'])
    expect(drawn.length).toBe(3)
    // `npm run bench` reads it.
    Object.assign(task.meta, { 'form-key-renders': drawn.length })
    drawn.length = 0
    await page.getByRole('textbox', { name: 'Question 100' }).fill('x')
    expect(drawn).toEqual(['fq100'])
  })

  it('are decided once for each key, in less time than a frame has', () => {
    const store = startOf(large)
    const place = { field: 'fq0', group: null, row: null }
    let told = 0
    store.subscribe(() => {
      told += 1
    })
    const before = performance.now()
    for (let key = 0; key < 100; key += 1) store.setAnswer(place, `text ${key}`)
    const each = (performance.now() - before) / 100
    console.info(`One key takes ${each.toFixed(2)} ms`)
    expect(told).toBe(100)
    expect(each).toBeLessThan(16)
  })

  it('stay the same object until something that a field shows has changed', () => {
    const store = startOf(large)
    const place = { field: 'fq1', group: null, row: null }
    const first = store.readCell(place)
    store.setAnswer({ field: 'fq2', group: null, row: null }, 'x')
    expect(store.readCell(place)).toBe(first)
    store.setAnswer(place, 'x')
    expect(store.readCell(place)).not.toBe(first)
    expect(store.readCell(place)).toMatchObject({ value: 'x', error: undefined, state: { answer: 'x' } })
  })

  it('keep what the server said about one until it changes', () => {
    const store = startOf(large)
    const place = { field: 'fq1', group: null, row: null }
    expect(
      store.showRefused([
        { path: 'answers.fq1', message: 'This is taken.' },
        { path: 'email', message: 'Not an answer' },
      ]),
    ).toEqual(place)
    expect(store.readCell(place).error).toBe('This is taken.')
    expect(store.readFaults(['p1'])).toEqual([{ path: 'answers.fq1', label: 'Question 1', message: 'This is taken.' }])
    store.setAnswer(place, 'other')
    expect(store.readCell(place).error).toBeUndefined()
    expect(store.readFaults(['p1'])).toEqual([])
    expect(store.showRefused([{ path: 'email', message: 'Not an answer' }])).toBeNull()
  })

  it('have no faults once they are hidden, also none of the server', () => {
    const store = startOf(
      makeContent({
        pages: [
          {
            fields: [
              { id: 'fasthma', kind: 'yesNo', label: 'Asthma?' },
              { id: 'fdrug', kind: 'shortText', label: 'Which inhaler?', isRequired: true },
            ],
          },
        ],
        rules: [{ id: 'r1', when: whenIs('fasthma', true), actions: [{ do: 'show', field: 'fdrug' }] }],
      }),
    )
    const set = (field: string, value: unknown) => store.setAnswer({ field, group: null, row: null }, value)
    set('fasthma', true)
    expect(store.check(['p1'])).toBe(true)
    expect(store.readFaults(['p1'])).toHaveLength(1)
    set('fdrug', 'Blue')
    store.showRefused([{ path: 'answers.fdrug', message: 'We do not know it.' }])
    expect(store.readFaults(['p1'])).toHaveLength(1)
    set('fasthma', false)
    expect([store.readFaults(['p1']), store.check(['p1'])]).toEqual([[], false])
  })
})

describe('The rows of a group', () => {
  const kids = makeContent({
    pages: [
      {
        fields: [
          {
            ...{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 1, maxRows: 5 },
            fields: [{ id: 'fname', kind: 'shortText', label: 'Name' }],
          },
        ],
      },
    ],
  })
  const [group] = kids.pages[0]?.fields ?? []
  const view = (store: AnswerStore) => {
    if (group?.kind !== 'group') throw new Error('The form of this test has a group.')
    return store.readGroup(group)
  }

  it('keep their keys and answers when one is removed and brought back', () => {
    const store = startOf(kids)
    store.addRow('fkids')
    store.addRow('fkids')
    for (const [row, name] of ['Ava', 'Leo', 'Mia'].entries()) store.setAnswer({ field: 'fname', group: 'fkids', row }, name)
    const before = view(store)
    expect(before).toMatchObject({ names: ['Ava', 'Leo', 'Mia'], open: 2 })
    const restore = store.removeRow('fkids', 1)
    expect(view(store)).toMatchObject({ keys: [before.keys[0], before.keys[2]], names: ['Ava', 'Mia'], open: 0 })
    restore()
    expect(view(store)).toMatchObject({ keys: before.keys, names: ['Ava', 'Leo', 'Mia'], open: 1 })
    expect(store.readAnswers()).toEqual({ fkids: [{ fname: 'Ava' }, { fname: 'Leo' }, { fname: 'Mia' }] })
  })

  it('are found by their anchors as long as they are there', () => {
    const store = startOf(kids)
    store.addRow('fkids')
    store.addRow('fkids')
    const [first, last] = [0, 2].map((row) => store.anchorOf(`answers.fkids.${row}.fname`))
    const rows = () => [first, last].map((anchor = '') => store.findAnchor(anchor)?.row)
    const restore = store.removeRow('fkids', 0)
    expect(rows()).toEqual([undefined, 1])
    restore()
    expect(rows()).toEqual([0, 2])
    // Another device has removed one. Nobody knows which, so none is taken for another.
    const saved = { answers: { fkids: [{}, {}, {}] }, savedAt: 1 }
    store.noteSaved(saved)
    store.mergeSaved({ answers: { fkids: [{}, {}] }, savedAt: 2 })
    expect(store.readAnswers()).toEqual({ fkids: [{}, {}] })
    expect(rows()).toEqual([undefined, undefined])
  })

  it('can be started again', () => {
    const store = startOf(kids)
    expect(store.isBegun()).toBe(false)
    store.setAnswer({ field: 'fname', group: 'fkids', row: 0 }, 'Ava')
    store.setEmail('jo@example.com')
    expect(store.isBegun()).toBe(true)
    store.replace(undefined, { idempotencyKey: 'another-key' })
    expect(store.readBegun()).toEqual({ answers: { fkids: [{}] }, email: '', idempotencyKey: 'another-key', files: [], saved: null })
    expect(store.isBegun()).toBe(false)
  })
})
