import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FormContent, Payment } from '../../domain/forms/content.ts'
import type { FormDraft, FormRow, SaveDraft } from '../../domain/forms/contract.ts'
import { makeField } from '../../domain/forms/make-field.ts'
import { firstSettings } from '../../domain/forms/settings.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import { makeContent } from '../setup/form-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

const viewer = someone
const main = page.getByRole('main')
const row: FormRow = {
  ...{ id: 'form', title: 'Registration', team: { id: 'team', name: 'Sunset Smashers' } },
  ...{ state: 'draft', hasChanges: false, updatedAt: Date.parse('2026-11-20T12:00:00Z') },
}
const draftOf = (content: FormContent = fromTemplate('registration'), more: Partial<FormDraft> = {}): FormDraft => ({
  ...{ ...row, title: content.title, content, version: 1, feeBasisPoints: 300 },
  ...more,
})

const saveKey = 'PUT /api/forms/:id/draft'
/** Stores each draft as the server does. Returns what is stored. */
function storeDrafts(start: FormDraft = draftOf()) {
  const stored = { draft: start }
  answerWith({
    'GET /api/forms/:id/settings': { ...firstSettings('UTC'), version: 1 },
    'GET /api/forms/:id/draft': () => stored.draft,
    [saveKey]: ({ body }: { body: unknown }) => {
      const { content, version } = body as SaveDraft
      if (version !== stored.draft.version) return refuse('FormVersionConflict', 'Someone changed this form.')
      stored.draft = { ...stored.draft, content, version: version + 1, updatedAt: Date.now() }
      return { version: version + 1 }
    },
    'GET /api/forms': { forms: [row], next: null },
    'GET /api/forms/submissions': { submissions: [], next: null },
  })
  return stored
}

const open = async (start?: FormDraft) => {
  const stored = storeDrafts(start)
  const app = await openApp('/form/build/form', { viewer })
  await expect
    .element(page.getByRole('grid', { name: 'Fields of this page' }).or(main.getByText('This page asks nothing yet.')))
    .toBeVisible()
  return { app, stored, labels: () => stored.draft.content.pages[0]?.fields.map(({ label }) => label) }
}
const fieldRow = (name: string) => page.getByRole('grid', { name: 'Fields of this page' }).getByRole('row', { name })
const addInput = page.getByRole('combobox', { name: 'Add a field' })
const saved = page.getByText(/draft saved/)
const click = (name: string) => page.getByRole('button', { name, exact: true }).click()

/** Answers that stop at a gate, to hold a request. */
function hold() {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  return { gate, release }
}

describe('The form builder', () => {
  it('shows the pages, the fields and a preview, and can be used by everybody', async () => {
    await open()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Preview' })).toHaveTextContent(/page 1 of 2.*Contact.*Full name.*Continue/)
    await expect.element(page.getByText('Every field can be reached.')).toBeVisible()
    await expectAccessibleInBothThemes()
    await fieldRow('Full name').click()
    await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Full name')
    await expectAccessibleInBothThemes()
  })

  it('previews a question at a time, if the form is filled so', async () => {
    const stored = open()
    answerWith({ 'GET /api/forms/:id/settings': { ...firstSettings('UTC'), version: 1, layout: 'questions' } })
    await stored
    const preview = page.getByRole('region', { name: 'Preview' })
    await expect.element(preview).toHaveTextContent(/question 1 of \d+.*Full name/)
    await expect.element(preview).not.toHaveTextContent('Email')
    await preview.getByRole('button', { name: 'Continue' }).click()
    await expect.element(preview).toHaveTextContent(/question 2 of \d+.*Email/)
  })

  it('says which answers lead to a field that not everybody sees, and shows the field', async () => {
    const content = fromTemplate('payment')
    const [name] = content.pages[0]?.fields ?? []
    if (!name) throw new Error('The template has no field')
    content.pages[0]?.fields.push({ ...name, id: 'fextra', label: 'Shirt number' })
    const when = { all: [{ field: 'f3', compare: 'includes' as const, value: 'o2' }] }
    await open(draftOf({ ...content, rules: [{ id: 'r1', when, actions: [{ do: 'show', field: 'fextra' }] }] }))
    await page.getByText('Answers that lead somewhere').click()
    const way = page.getByRole('region', { name: 'Dry run' }).getByRole('button', { name: /^Shirt number/ })
    await expect.element(way).toHaveTextContent('What do you pay for?: Half a season')
    await expectAccessible()
    await way.click()
    await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Shirt number')
  })

  it('adds a field by typing, below the selected one, and saves it once', async () => {
    const { labels, stored } = await open()
    await fieldRow('Full name').click()
    await userEvent.keyboard('/')
    await expect.element(addInput).toHaveFocus()
    await addInput.fill('birth')
    await expect.element(page.getByRole('option', { name: 'Birth date' })).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Birth date')
    await page.getByRole('textbox', { name: 'Label' }).fill('Born on')
    await expect.poll(labels).toEqual(['Full name', 'Born on', 'Email', 'Phone'])
    await expect.element(saved).toBeVisible()
    expect(requestsTo(saveKey)).toHaveLength(1)
    expect(stored.draft.version).toBe(2)
    await addInput.fill('nothing like this')
    await expect.element(page.getByText(/There is no such field/)).toBeVisible()
  })

  it('says which answers name each row of a group', async () => {
    const texts = [
      // A field that only the owner sees names nobody.
      { id: 'fsecret', kind: 'shortText', label: 'Full name', seenBy: 'owner' },
      { id: 'fshirt', kind: 'shortText', label: 'Jersey' },
      { id: 'fchild', kind: 'shortText', label: 'Kind' },
    ]
    const content = makeContent({
      pages: [{ fields: [{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', fields: texts }] }],
    })
    const { stored } = await open(draftOf(content))
    await fieldRow('Children').click()
    const names = page.getByRole('group', { name: 'What names each Child' })
    await expect.element(names).toHaveTextContent('Check what says who it is.')
    const check = (name: string) => names.getByRole('checkbox', { name, exact: true })
    await expect.element(check('Jersey')).not.toBeChecked()
    await check('Kind').click()
    const picked = () => stored.draft.content.pages[0]?.fields.map((field) => (field.kind === 'group' ? field.nameFields : 'no group'))
    await expect.poll(picked).toEqual([['fchild']])
    await expect.element(names).toHaveTextContent('We use this to recognize the same person on rosters')
    // Somebody is always named by something.
    await expect.element(check('Kind')).toBeDisabled()
    await check('Jersey').click()
    await names.getByText('Kind', { exact: true }).click()
    await expect.poll(picked).toEqual([['fshirt']])
    await expectAccessible()
  })

  it('adds a field to the group of the selected one', async () => {
    const { stored } = await open()
    await page.getByRole('grid', { name: 'Pages' }).getByRole('row', { name: 'Who is playing?' }).click()
    await fieldRow('Birth date').click()
    await addInput.fill('number')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => stored.draft.content.pages[1]?.fields.map((field) => field.kind === 'group' && field.fields[2]?.kind))
      .toEqual(['number'])
    // A link brings one answer, and a group has several.
    await expect.element(page.getByRole('checkbox', { name: 'Required' })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Name in the link' })).not.toBeInTheDocument()
  })

  it('moves fields and pages by keys and by dragging with the keyboard, and takes it back', async () => {
    const { labels, stored } = await open()
    await fieldRow('Full name').click()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(labels).toEqual(['Email', 'Full name', 'Phone'])
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(labels).toEqual(['Full name', 'Email', 'Phone'])
    await click('Redo')
    await expect.poll(labels).toEqual(['Email', 'Full name', 'Phone'])
    await click('Undo')
    await page.getByRole('button', { name: 'Move Phone' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('{ArrowUp}')
    await userEvent.keyboard('{ArrowUp}')
    await userEvent.keyboard('{Enter}')
    await expect.poll(labels).toEqual(['Full name', 'Phone', 'Email'])
    await page.getByRole('grid', { name: 'Pages' }).getByRole('row', { name: 'Contact' }).click()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.poll(() => stored.draft.content.pages.map(({ title }) => title)).toEqual(['Who is playing?', 'Contact'])
  })

  it('undoes key presses in one field together, and removes a field', async () => {
    const { labels } = await open()
    await fieldRow('Email').click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Your email')
    await userEvent.type(page.getByRole('textbox', { name: 'Label' }), ' please')
    await click('Undo')
    await expect.element(page.getByRole('textbox', { name: 'Label' })).toHaveValue('Email')
    await click('Delete this field')
    await expect.poll(labels).toEqual(['Full name', 'Phone'])
    await expect.element(page.getByRole('textbox', { name: 'Label' })).not.toBeInTheDocument()
  })

  it('lists its own keys with “?”, only while it is open', async () => {
    const { app } = await open()
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const openList = () =>
      expect
        .poll(async () => {
          await userEvent.keyboard('?')
          return list.query()
        })
        .not.toBeNull()
    await openList()
    await expect.element(list.getByText('Undo', { exact: true })).toBeVisible()
    await expect.element(list.getByText('Add a field', { exact: true })).toBeVisible()
    // Here the slash key adds a field.
    await expect.element(list.getByText('Search', { exact: true })).not.toBeInTheDocument()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await app.goTo('/faqs')
    await expect.element(page.getByRole('heading', { level: 1, name: /Help/ })).toBeVisible()
    await openList()
    await expect.element(list.getByText('Search', { exact: true })).toBeVisible()
    await expect.element(list.getByText('Undo', { exact: true })).not.toBeInTheDocument()
  })

  it('does not send what the server would refuse, and says what is missing', async () => {
    await open()
    await fieldRow('Email').click()
    await page.getByRole('textbox', { name: 'Label' }).fill('')
    await expect.element(page.getByText('not saved: something is not filled in')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'A field without a label: Enter a label.' })).toBeVisible()
    expect(requestsTo(saveKey)).toEqual([])
    await page.getByRole('textbox', { name: 'Label' }).fill('Mail')
    await expect.element(saved).toBeVisible()
  })
})

describe('The settings of a field', () => {
  it('keep what cannot be read, and change nothing by it', async () => {
    const { stored } = await open(draftOf(fromTemplate('payment')))
    await fieldRow('What do you pay for?').click()
    const most = page.getByRole('textbox', { name: 'How many of one somebody can buy' })
    await most.fill('')
    await expect.element(most).toHaveValue('')
    await expect.element(page.getByText('Enter a whole number, 1 to 100.')).toBeVisible()
    await most.fill('4')
    await page.getByRole('textbox', { name: 'Price of Season', exact: true }).fill('12.345')
    await expect.element(page.getByText('Enter an amount, such as 15 or 15.50.')).toBeVisible()
    await click('Add a thing to buy')
    await expect
      .poll(() => {
        const field = stored.draft.content.pages[0]?.fields[2]
        return field?.kind === 'product' && [field.maxQuantity, field.options.map(({ label, amount }) => [label, amount])]
      })
      .toEqual([
        4,
        [
          ['Season', 6000],
          ['Half a season', 3500],
          ['Choice 3', 0],
        ],
      ])
    await click('Undo')
    await click('Undo')
    await expect.element(most).toHaveValue('1')
  })

  it('say after how many months a waiver is signed again', async () => {
    const { stored } = await open(draftOf(fromTemplate('waiver')))
    const months = () => stored.draft.content.pages[0]?.fields.map((field) => field.kind === 'waiver' && field.months).at(-1)
    await fieldRow('Waiver').click()
    const input = page.getByRole('textbox', { name: 'Signed again after' })
    await expect.element(input).toHaveValue('')
    await input.fill('121')
    await expect.element(page.getByText('Enter a whole number, 1 to 120.')).toBeVisible()
    await input.fill('12')
    await expect.poll(months).toBe(12)
    await input.fill('')
    await expect.poll(months).toBe(null)
  })

  it('set a price by a rule, and read fields in a formula', async () => {
    const { stored } = await open(draftOf(fromTemplate('payment')))
    await fieldRow('What do you pay for?').click()
    await click('Set the price if …')
    const rule = page.getByRole('region', { name: 'Set the price if' })
    await rule.getByRole('textbox', { name: 'Costs' }).fill('20')
    await addInput.fill('computed')
    await userEvent.keyboard('{Enter}')
    await page.getByRole('button', { name: /^What do you pay for\?/ }).click()
    // Nobody has to read or write ids.
    await expect.element(page.getByRole('textbox', { name: 'Formula' })).toHaveValue('[What do you pay for?]')
    await page.getByRole('textbox', { name: 'Formula' }).fill('[What do you pay for?] * (2')
    await expect.element(page.getByText('Its formula cannot be read. Check its parentheses and signs.').first()).toBeVisible()
    await page.getByRole('textbox', { name: 'Formula' }).fill('[What do you pay for?] * 2')
    await expect.poll(() => stored.draft.content.pages[0]?.fields[3]).toMatchObject({ kind: 'computed', formula: 'f3 * 2' })
    expect(stored.draft.content.rules.map(({ actions }) => actions)).toEqual([
      [{ do: 'setPrice', field: 'f3', option: null, amount: 2000 }],
    ])
  })

  it('link a division to a group of a season, and a season to a season', async () => {
    const { stored } = await open()
    const season = { id: 'spring', label: 'Spring 2199', startDate: '2199-01-01', endDate: '2199-06-30' }
    const group = { id: 'juniors', name: 'U10', levelMin: null, levelMax: null, size: null, people: 0 }
    answerWith({
      'GET /api/teams/:id/seasons': { seasons: [season, { ...season, id: 'old', label: 'Old', endDate: '2020-01-01' }], next: null },
      'GET /api/seasons/:id': { ...season, groups: [group] },
    })
    for (const { kind, choice, target, refId, gone } of [
      { kind: 'season', choice: 'This season', target: 'Spring 2199', refId: 'spring', gone: 'Old' },
      { kind: 'division', choice: 'Beginner', target: 'U10', refId: 'juniors', gone: 'Spring 2199' },
    ]) {
      await addInput.fill(kind)
      await userEvent.keyboard('{Enter}')
      await page.getByRole('button', { name: new RegExp(`What ${choice} stands for$`) }).click()
      await expect.element(page.getByRole('option', { name: target }).first()).toBeVisible()
      await expect.element(page.getByRole('option', { name: gone, exact: true })).not.toBeInTheDocument()
      await page.getByRole('option', { name: target }).first().click()
      await expect.element(page.getByRole('textbox', { name: 'Name of choice 1' })).toHaveValue(target)
      await expect
        .poll(() =>
          stored.draft.content.pages[0]?.fields.flatMap((field) => (field.kind === kind && 'options' in field ? field.options : [])),
        )
        .toMatchObject([{ refId, label: target }, { refId: null }])
    }
  })

  it('say who sees the answers, where not all organizers need them', async () => {
    const { stored } = await open()
    await fieldRow('Email').click()
    await page.getByRole('button', { name: /Who sees the answers/ }).click()
    await page.getByRole('option', { name: 'Only the owner of the community' }).click()
    await expect.element(saved).toBeVisible()
    expect(stored.draft.content.pages[0]?.fields.find(({ kind }) => kind === 'email')).toMatchObject({ seenBy: 'owner' })
    // Whoever fills it is told.
    await expect.element(main.getByText(/Only the owner of the community and people they choose/).first()).toBeVisible()
    await expectAccessible()
  })

  it('move a field to another page, and copy it', async () => {
    const { stored, labels } = await open()
    await fieldRow('Phone').click()
    await click('Make a copy')
    await expect.poll(labels).toEqual(['Full name', 'Email', 'Phone', 'Phone'])
    await page.getByRole('button', { name: /Where it is$/ }).click()
    await page.getByRole('option', { name: 'Who is playing?', exact: true }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Who is playing?' })).toBeVisible()
    await expect.poll(() => stored.draft.content.pages[1]?.fields.map(({ label }) => label)).toEqual(['Who is playing?', 'Phone'])
    await page.getByRole('button', { name: 'More for this page' }).click()
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Players')
    await click('Rename')
    await expect.poll(() => stored.draft.content.pages[1]?.title).toBe('Players')
  })
})

describe('Saving a form', () => {
  it('sends one request at a time, and what changed meanwhile afterwards', async () => {
    const { gate, release } = hold()
    await open()
    let running = 0
    let most = 0
    let version = 1
    answerWith({
      [saveKey]: async () => {
        most = Math.max(most, ++running)
        await gate
        running--
        return { version: ++version }
      },
    })
    await fieldRow('Email').click()
    await page.getByRole('textbox', { name: 'Label' }).fill('One')
    await expect.poll(() => requestsTo(saveKey).length).toBe(1)
    await page.getByRole('textbox', { name: 'Label' }).fill('Two')
    await new Promise((resolve) => setTimeout(resolve, 1_300))
    expect(requestsTo(saveKey)).toHaveLength(1)
    release()
    await expect.poll(() => requestsTo(saveKey).map(({ body }) => (body as SaveDraft).version)).toEqual([1, 2])
    await expect.element(saved).toBeVisible()
    expect(most).toBe(1)
  })

  it('tries again when the server fails, and does not take its own lost answer for a conflict', async () => {
    const { stored } = await open()
    const { draft } = stored
    let tries = 0
    answerWith({
      [saveKey]: ({ body }: { body: unknown }) => {
        const { content, version } = body as SaveDraft
        tries++
        if (version !== stored.draft.version) return refuse('FormVersionConflict', 'Someone changed this form.')
        stored.draft = { ...draft, content, version: version + 1 }
        return tries === 1 ? refuse('Unexpected', 'Something went wrong on our side.') : { version: version + 1 }
      },
    })
    await fieldRow('Email').click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Mail')
    await expect.element(page.getByText(/not saved: Something went wrong/)).toBeVisible()
    await expect.poll(() => tries, { timeout: 10_000 }).toBe(2)
    await expect.element(saved).toBeVisible()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it.each([
    { choice: 'Keep mine', labels: ['Mine', 'Email', 'Phone'], version: 6 },
    { choice: 'Take theirs', labels: ['Theirs', 'Email', 'Phone'], version: 5 },
  ])('tells of a conflict, and lets me choose: $choice', async ({ choice, labels: wanted, version }) => {
    const { labels, stored } = await open()
    const theirs = structuredClone(stored.draft)
    const [first] = theirs.content.pages[0]?.fields ?? []
    if (first) first.label = 'Theirs'
    stored.draft = { ...theirs, version: 5 }
    await fieldRow('Full name').click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Mine')
    await expect.element(page.getByRole('alertdialog', { name: 'Someone else changed this form' })).toBeVisible()
    await expectAccessible()
    await click(choice)
    await expect.element(fieldRow(wanted[0] ?? '')).toBeVisible()
    await expect.element(saved).toBeVisible()
    expect([labels(), stored.draft.version]).toEqual([wanted, version])
  })

  it('keeps what was not sent on the device, and sends it after a reload', async () => {
    const { app, labels } = await open()
    answerWith({ [saveKey]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await fieldRow('Full name').click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Name')
    await expect.element(page.getByText('kept on this device until you are online')).toBeVisible()
    await app.reload()
    const stored = storeDrafts()
    await expect.element(fieldRow('Name')).toBeVisible()
    await expect.poll(() => stored.draft.content.pages[0]?.fields[0]?.label).toBe('Name')
    expect(labels()).toEqual(['Full name', 'Email', 'Phone'])
  })

  it('tells of a conflict with what was kept on the device', async () => {
    const { app } = await open()
    answerWith({ [saveKey]: () => Promise.reject(new TypeError('Failed to fetch')) })
    await fieldRow('Full name').click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Mine')
    await expect.element(page.getByText('kept on this device until you are online')).toBeVisible()
    const newer = storeDrafts(draftOf(undefined, { version: 7 }))
    await app.reload()
    await click('Keep mine')
    await expect.poll(() => newer.draft.content.pages[0]?.fields[0]?.label).toBe('Mine')
    expect(newer.draft.version).toBe(8)
  })

  it('asks before the page is left while something is not saved', async () => {
    const { app } = await open()
    const { gate, release } = hold()
    answerWith({
      [saveKey]: async () => {
        await gate
        return { version: 2 }
      },
    })
    await fieldRow('Full name').click()
    await page.getByRole('textbox', { name: 'Label' }).fill('Name')
    void app.goTo('/form')
    const dialog = page.getByRole('alertdialog', { name: 'Leave before it is saved?' })
    await expect.element(dialog).toBeVisible()
    await click('Stay')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(app.address()).toBe('/form/build/form')
    void app.goTo('/form')
    await expect.element(dialog).toBeVisible()
    // Once it is saved, nobody has to answer.
    release()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Your Forms' })).toBeVisible()
  })
})

describe('The logic of a form', () => {
  it('shows a field only if a condition holds, with a group of conditions', async () => {
    const { stored } = await open(draftOf(fromTemplate('feedback')))
    await fieldRow('What should we do better?').click()
    const logic = page.getByRole('region', { name: 'Logic' })
    await logic.getByRole('button', { name: 'Show this if …' }).click()
    const rule = page.getByRole('region', { name: 'Show this if' })
    await rule.getByRole('button', { name: /Field$/ }).click()
    await page.getByRole('option', { name: 'How was the season?' }).click()
    await rule.getByRole('button', { name: /How to compare$/ }).click()
    await page.getByRole('option', { name: 'is at most' }).click()
    await rule.getByRole('textbox', { name: 'Value' }).fill('3')
    await rule.getByRole('button', { name: 'Group' }).click()
    await expectAccessible()
    await expect
      .poll(() => stored.draft.content.rules.map(({ when, actions }) => ({ when, actions })))
      .toEqual([
        {
          when: {
            all: [{ field: 'f1', compare: 'atMost', value: 3 }, { any: [{ field: 'f1', compare: 'is', value: 1 }] }],
          },
          actions: [{ do: 'show', field: 'f3' }],
        },
      ])
    await expect.element(fieldRow('What should we do better?')).toHaveTextContent(/If How was the season\? is at most 3/)
    await page.getByRole('button', { name: '1 rule, no conflicts' }).click()
    await expect
      .element(page.getByRole('list', { name: 'Rules' }))
      .toHaveTextContent('If How was the season? is at most 3 and (How was the season? is 1), show What should we do better?.')
    await page.getByRole('button', { name: 'More for rule 1' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await expect.poll(() => stored.draft.content.rules).toEqual([])
  })

  it('compares an amount of money in its currency', async () => {
    const content = fromTemplate('feedback')
    const [first] = content.pages
    if (!first) throw new Error('The template has no page')
    const gift = makeField('ownAmount', { id: 'fgift', label: 'Gift' })
    const payment = { currency: 'usd', feeBy: 'host', earlyUntil: null, siblingPercent: null, later: [] } satisfies Payment
    const { stored } = await open(draftOf({ ...content, pages: [{ ...first, fields: [gift, ...first.fields] }], payment }))
    await fieldRow('How was the season?').click()
    await click('Show this if …')
    const rule = page.getByRole('region', { name: 'Show this if' })
    await rule.getByRole('button', { name: /Field$/ }).click()
    await page.getByRole('option', { name: 'Gift' }).click()
    await expect.element(rule.getByRole('textbox', { name: 'Amount' })).toHaveValue('10')
    await rule.getByRole('button', { name: /How to compare$/ }).click()
    await page.getByRole('option', { name: 'is at least' }).click()
    await rule.getByRole('textbox', { name: 'Amount' }).fill('50')
    await expect
      .poll(() => stored.draft.content.rules.map(({ when }) => when))
      .toEqual([{ all: [{ field: 'fgift', compare: 'atLeast', value: 5_000 }] }])
    await expect.element(fieldRow('How was the season?')).toHaveTextContent('If Gift is at least $50')
  })

  it('leads from a page to an ending, and says that nobody gets to the next page', async () => {
    const { stored } = await open()
    await click('Ending')
    await page.getByRole('textbox', { name: 'Title' }).fill('Sorry')
    await page.getByRole('checkbox', { name: 'Turn people away' }).click()
    await page.getByRole('grid', { name: 'Pages' }).getByRole('row', { name: 'Contact' }).click()
    await click('Go elsewhere if …')
    const rule = page.getByRole('region', { name: 'If', exact: true })
    await rule.getByRole('button', { name: /Field$/ }).click()
    await page.getByRole('option', { name: 'Full name' }).click()
    await expect
      .poll(() => stored.draft.content.rules.map(({ actions }) => actions))
      .toEqual([[{ do: 'end', from: 'p1', ending: expect.stringMatching(/^e/) }]])
    await expect.element(page.getByRole('button', { name: 'Who is playing? is never asked' })).toBeVisible()
  })

  it('takes money, with prices, limits and later parts', async () => {
    const { stored } = await open()
    await addInput.fill('product')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: /The form takes no money yet/ })).toBeVisible()
    await click('Turn on payment')
    await page.getByRole('textbox', { name: 'Price of Full price', exact: true }).fill('60')
    await page.getByRole('textbox', { name: 'Member price of Full price' }).fill('45')
    await page.getByRole('checkbox', { name: 'Required' }).click()
    await page.getByRole('button', { name: 'More for Full price' }).click()
    await page.getByRole('menuitem', { name: 'Limit the places' }).click()
    await page.getByRole('textbox', { name: 'Places for Full price' }).fill('12')
    await expect.element(page.getByText(/Totals from \$45 to \$60\./)).toBeVisible()
    await click('Payment in USD')
    await click('Add a date')
    await expect.element(page.getByText('50% is paid when the form is sent.')).toBeVisible()
    await page.getByRole('textbox', { name: /Discount for each further person/ }).fill('10')
    await expectAccessible()
    await expect.poll(() => stored.draft.content.payment).toMatchObject({ currency: 'usd', siblingPercent: 10, later: [{ percent: 50 }] })
    const product = stored.draft.content.pages[0]?.fields[3]
    expect(product?.kind === 'product' && product.options[0]).toMatchObject({ amount: 6000, memberAmount: 4500, limit: 12 })
  })
})

describe('Coupons of a form', () => {
  it('are made and ended beside the prices, once the form has a field for a code', async () => {
    const coupon = {
      id: 'c',
      code: 'TEAM',
      percent: 20,
      amountOff: null,
      currency: 'usd',
      maxUses: 5,
      uses: 1,
      endsAt: null,
      endedAt: null,
    }
    await open(
      draftOf({ ...fromTemplate('blank'), payment: { currency: 'usd', feeBy: 'host', earlyUntil: null, siblingPercent: null, later: [] } }),
    )
    answerWith({
      'GET /api/forms/:id/coupons': { coupons: [coupon] },
      'POST /api/forms/:id/coupons': null,
      'DELETE /api/forms/:id/coupons/:couponId': null,
    })
    await click('Payment in USD')
    await expect.element(page.getByText('To give people coupons, add the field “Code” to a page.')).toBeVisible()
    await page.getByRole('button', { name: /^Page 1/ }).click()
    await addInput.fill('code')
    await userEvent.keyboard('{Enter}')
    await click('Payment in USD')
    const section = page.getByRole('region', { name: 'Coupons' })
    await expect.element(section.getByText('20% off · 1 of 5 used')).toBeVisible()
    await section.getByRole('button', { name: 'Add a coupon' }).click()
    await section.getByRole('textbox', { name: 'Code' }).fill('early')
    await section.getByRole('textbox', { name: 'Takes off' }).fill('10')
    await section.getByRole('textbox', { name: 'Uses' }).fill('3')
    await section.getByRole('button', { name: 'Save coupon' }).click()
    await expect
      .poll(() => requestsTo('POST /api/forms/:id/coupons').map(({ body }) => body))
      .toEqual([{ code: 'EARLY', percent: 10, amountOff: null, maxUses: 3, endsAt: null }])
    await section.getByRole('button', { name: 'End TEAM' }).click()
    await page.getByRole('alertdialog', { name: 'End TEAM?' }).getByRole('button', { name: 'End the coupon' }).click()
    await expect.poll(() => requestsTo('DELETE /api/forms/:id/coupons/:couponId')).toHaveLength(1)
    await expectAccessible()
  })
})

describe('Publishing a form', () => {
  it('keeps a closed one closed, unless the person opens it', async () => {
    const { stored } = await open({ ...draftOf(fromTemplate('waiver')), state: 'closed' })
    answerWith({ 'POST /api/forms/:id/versions': null })
    await click('Publish')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish, and keep it closed' }).click()
    await expect.element(page.getByText('The form stays closed.')).toBeVisible()
    await expect.element(page.getByText('Closed', { exact: true })).toBeVisible()
    await click('Publish')
    await page.getByText('Keep the form closed').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish, and open it' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Your form is open' })).toBeVisible()
    const { version } = stored.draft
    expect(requestsTo('POST /api/forms/:id/versions').map(({ body }) => body)).toEqual([{ version, keepsClosed: true }, { version }])
  })

  it('says what is not ready and leads there, then publishes and offers the link', async () => {
    const { stored } = await open(draftOf(fromTemplate('blank')))
    await click('Publish')
    await page
      .getByRole('dialog', { name: 'Some things are not ready' })
      .getByRole('button', { name: /The form asks nothing yet/ })
      .click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await addInput.fill('text to read')
    await userEvent.keyboard('{Enter}')
    await click('Publish')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /There is nothing to show yet/ })
      .click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Bring shoes.')
    answerWith({ 'POST /api/forms/:id/versions': null, 'GET /api/forms/:id/settings': { ...firstSettings('UTC'), version: 1 } })
    await click('Publish')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
    const share = page.getByRole('dialog', { name: 'Your form is open' })
    await expect.element(share).toHaveTextContent(/\/form\/form/)
    await expect.element(share.getByRole('img', { name: 'QR code to New form' })).toBeVisible()
    await expectAccessible()
    expect(requestsTo('POST /api/forms/:id/versions').map(({ body }) => body)).toEqual([{ version: stored.draft.version }])
    await share.getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByText('Open', { exact: true })).toBeVisible()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Bring shoes and water.')
    await expect.element(page.getByText('Open, has changes')).toBeVisible()
  })
})

describe('Publishing a form whose dates are over', () => {
  it('is warned of beside the form, where the dates can be changed, and once more before it is published', async () => {
    const content = fromTemplate('payment')
    if (!content.payment) throw new Error('The template takes no money')
    content.payment.later = [{ on: '2020-05-01', percent: 40 }]
    await open(draftOf(content))
    const words = 'Date 1 of “Paid later”, May 1, 2020, is over. Its 40% is due at once.'
    const warning = page.getByRole('region', { name: 'Dry run' }).getByRole('button', { name: words })
    await expect.element(warning).toBeVisible()
    await click('Publish')
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog.getByRole('note')).toHaveTextContent(words)
    await expectAccessible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await warning.click()
    await page.getByRole('button', { name: 'Remove date 1' }).click()
    await expect.element(warning).not.toBeInTheDocument()
    await click('Publish')
    await expect.element(dialog).toBeVisible()
    await expect.element(dialog.getByRole('note')).not.toBeInTheDocument()
    answerWith({ 'POST /api/forms/:id/versions': null })
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await expect.poll(() => requestsTo('POST /api/forms/:id/versions')).toHaveLength(1)
  })
})

describe('Publishing a form that registers people for a season', () => {
  it('says that others than members get on no roster, unless they become members', async () => {
    const [name] = fromTemplate('waiver').pages[0]?.fields ?? []
    if (!name) throw new Error('The template has no field')
    const season = {
      ...{ ...name, id: 'fseason', label: 'Season', kind: 'season' as const },
      options: [{ id: 'ospring', label: 'Spring', limit: null, hasWaitlist: false, pictureId: null, refId: 'spring' }],
    }
    const pages = [{ id: 'p1', title: '', fields: [name, season] }]
    await open(draftOf({ ...fromTemplate('blank'), title: 'Camp', pages } as FormContent))
    await click('Publish')
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog.getByRole('note')).toHaveTextContent('Not everybody gets on the roster')
    await expectAccessible()
    answerWith({ 'GET /api/forms/:id/settings': { ...firstSettings('UTC'), version: 1, addsMembers: true } })
    await dialog.getByRole('button', { name: 'settings' }).click()
    await page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close' }).click()
    await click('Publish')
    await expect.element(dialog).toBeVisible()
    await expect.element(dialog.getByRole('note')).not.toBeInTheDocument()
  })
})

describe('The form builder on a phone', () => {
  it('has its parts and the preview behind buttons', async () => {
    await page.viewport(390, 844)
    await open()
    await expectNoHorizontalScroll()
    await expectAccessible()
    await click('Preview')
    await expect.element(page.getByRole('dialog', { name: 'Preview' })).toHaveTextContent(/page 1 of 2/)
    await page.getByRole('button', { name: 'Close' }).click()
    await click('Pages and rules')
    await expectAccessible()
    await page.getByRole('grid', { name: 'Pages' }).getByRole('row', { name: 'Who is playing?' }).click()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Who is playing?' })).toBeVisible()
    await fieldRow('Shirt size').click()
    const settings = page.getByRole('dialog', { name: 'Settings of Shirt size' })
    await settings.getByRole('textbox', { name: 'Label' }).fill('Size')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.element(fieldRow('Size')).toBeVisible()
    await expectNoHorizontalScroll()
  })
})

describe('A form that I may not build', () => {
  it.each([
    { code: 'FormNotFound', text: 'This form does not exist' },
    { code: 'NotAllowed', text: 'You cannot build this form' },
  ] as const)('is refused: $code', async ({ code, text }) => {
    answerWith({ 'GET /api/forms/:id/draft': refuse(code, 'No.') })
    await openApp('/form/build/form', { viewer })
    await expect.element(page.getByText(text)).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Build a form' })).toBeVisible()
    await expectAccessible()
  })
})
