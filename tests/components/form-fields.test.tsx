import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeContent, makeOpenForm, option } from '../setup/form-examples.ts'
import { answerWith, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { focusOn } from './setup/focus-on.ts'
import { openApp, someone } from './setup/open-app.tsx'

type FieldInput = Record<string, unknown> & { id: string; kind: string }
type Left = { field: string; option: string; left: number }[]

/** Opens a form with one page. */
async function openFields(
  fields: FieldInput[],
  { left = [], payment = null, isMember = false }: { left?: Left; payment?: unknown; isMember?: boolean } = {},
) {
  answerWith({
    'GET /api/forms/:id': makeOpenForm({ content: makeContent({ pages: [{ fields }], payment }), left, viewer: { isMember } }),
    'PUT /api/forms/:id/answers': { savedAt: 1 },
    'POST /api/forms/:id/submissions': { id: 'sent', state: 'accepted', key: null, ending: 'e1', payUntil: null },
  })
  await openApp('/form/league', { viewer: someone })
  await expect.element(page.getByRole('heading', { name: 'Spring league' })).toBeVisible()
}

/** Sends the form, and returns the answers that were sent. */
async function send(label = 'Send'): Promise<unknown> {
  await page.getByRole('button', { name: label, exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'See you on the court' })).toBeVisible()
  const [sent] = requestsTo('POST /api/forms/:id/submissions').map(({ body }) => body as { answers: unknown })
  return sent?.answers
}

const shirts = [option('os', 'Small'), option('om', 'Medium'), option('ol', 'Large')]

describe('Fields for text and numbers', () => {
  it('send what was typed', async () => {
    await openFields([
      { id: 'fname', kind: 'shortText', label: 'Name', hint: 'As on your card', isRequired: true, maxLength: 20 },
      { id: 'fabout', kind: 'longText', label: 'About you' },
      { id: 'fage', kind: 'number', label: 'Steps', isWhole: true, max: 9_999 },
      { id: 'fmail', kind: 'email', label: 'Email' },
      { id: 'fhome', kind: 'address', label: 'Address' },
      { id: 'fcode', kind: 'coupon', label: 'Coupon' },
      { id: 'fsecret', kind: 'hidden', label: 'Source', addressName: 'source' },
    ])
    await expect.element(page.getByText('Source')).not.toBeInTheDocument()
    await page.getByRole('textbox', { name: 'Name' }).fill('Jo Park')
    await page.getByRole('textbox', { name: 'About you' }).fill('I play.\nA lot.')
    await page.getByRole('textbox', { name: 'Steps' }).fill('1,200')
    await page.getByRole('textbox', { name: 'Email' }).fill('jo@example.com')
    await page.getByRole('textbox', { name: 'Address' }).fill('1 Main St')
    answerWith({ 'POST /api/forms/:id/coupons/check': { code: 'EARLY', percent: 10, amountOff: null } })
    await page.getByRole('textbox', { name: 'Coupon' }).fill('EARLY')
    await expectAccessibleInBothThemes()
    expect(await send()).toEqual({
      ...{ fname: 'Jo Park', fabout: 'I play.\nA lot.', fage: 1200, fmail: 'jo@example.com', fhome: '1 Main St', fcode: 'EARLY' },
    })
  })

  it('say what is wrong when the person leaves them, but not that they are empty', async () => {
    await openFields([
      { id: 'fage', kind: 'number', label: 'Age', max: 99, isRequired: true },
      { id: 'fmail', kind: 'email', label: 'Email', isRequired: true },
    ])
    await focusOn(page.getByRole('textbox', { name: 'Age' }))
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('This is required.')).not.toBeInTheDocument()
    await userEvent.keyboard('jo')
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect
      .element(page.getByRole('textbox', { name: 'Email' }))
      .toHaveAccessibleDescription('Enter an email address, such as jo@example.com.')
    await userEvent.keyboard('twelve')
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByText('Enter a number, such as 12 or 9.5.')).toBeVisible()
    // What was typed stays, so that it can be mended.
    await expect.element(page.getByRole('textbox', { name: 'Age' })).toHaveValue('twelve')
    // The keypad of a phone may have no point.
    await page.getByRole('textbox', { name: 'Age' }).fill('9,5')
    await expect.element(page.getByText('Enter a number, such as 12 or 9.5.')).not.toBeInTheDocument()
  })

  it('read a phone number as people write it', async () => {
    await openFields([{ id: 'fphone', kind: 'phone', label: 'Phone', isRequired: true }])
    await page.getByRole('textbox', { name: 'Phone' }).fill('(512) 555-0100')
    expect(await send()).toEqual({ fphone: '+15125550100' })
  })

  it('refuse a phone number that is none', async () => {
    await openFields([{ id: 'fphone', kind: 'phone', label: 'Phone' }])
    await page.getByRole('textbox', { name: 'Phone' }).fill('12')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByText('Enter a phone number with its country, such as +1 512 555 0100.').first()).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('12')
  })

  it('take dates and times by keyboard', async () => {
    await openFields([
      { id: 'fday', kind: 'date', label: 'Day', isRequired: true },
      { id: 'fborn', kind: 'birthDate', label: 'Born', isRequired: true, minAge: 8, ageOn: '2027-03-01' },
      { id: 'ftime', kind: 'time', label: 'Time', isRequired: true },
    ])
    await focusOn(page.getByRole('spinbutton', { name: /month, Day/ }))
    await userEvent.keyboard('12052026')
    await focusOn(page.getByRole('spinbutton', { name: /month, Born/ }))
    await userEvent.keyboard('03022019')
    await focusOn(page.getByRole('spinbutton', { name: /hour, Time/ }))
    await userEvent.keyboard('0630p')
    await expectAccessible()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByText('This is for people who are at least 8.').first()).toBeVisible()
    await focusOn(page.getByRole('spinbutton', { name: /day, Born/ }))
    await userEvent.keyboard('01')
    expect(await send()).toEqual({ fday: '2026-12-05', fborn: '2019-03-01', ftime: '18:30' })
  })
})

describe('Fields to choose from', () => {
  it('are boxes that a thumb or the arrow keys choose', async () => {
    await openFields([
      { id: 'fshirt', kind: 'choice', label: 'Shirt', options: shirts, isRequired: true },
      { id: 'fdays', kind: 'choices', label: 'Days', options: [option('omon', 'Monday'), option('otue', 'Tuesday')] },
      { id: 'fteam', kind: 'team', label: 'Team', options: [option('oaces', 'Aces')] },
      { id: 'fnew', kind: 'yesNo', label: 'Are you new?' },
      { id: 'frating', kind: 'rating', label: 'How was it?', max: 3 },
    ])
    await focusOn(page.getByRole('radio', { name: 'Small' }))
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(page.getByRole('radio', { name: 'Medium' })).toBeChecked()
    await page.getByRole('checkbox', { name: 'Tuesday' }).click()
    await page.getByRole('checkbox', { name: 'Monday' }).click()
    await page.getByRole('radio', { name: 'Aces' }).click()
    await page.getByRole('radio', { name: 'No', exact: true }).click()
    await page.getByText('2', { exact: true }).click()
    await expectAccessibleInBothThemes()
    // What is not required can be taken back.
    await page.getByRole('button', { name: 'Clear Team' }).click()
    await expect.element(page.getByRole('group', { name: 'Team' })).toHaveFocus()
    expect(await send()).toEqual({ fshirt: 'om', fdays: ['otue', 'omon'], fnew: false, frating: 2 })
  })

  it('can be lists that open', async () => {
    await openFields([
      { id: 'fshirt', kind: 'choice', style: 'dropdown', label: 'Shirt', options: shirts, isRequired: true },
      { id: 'flevel', kind: 'level', label: 'Level', isRequired: true },
      { id: 'fsport', kind: 'activity', label: 'Sport', isRequired: true },
    ])
    await page.getByRole('button', { name: /Shirt/ }).click()
    await page.getByRole('option', { name: 'Large' }).click()
    await page.getByRole('button', { name: /Level/ }).click()
    await page.getByRole('option', { name: 'Intermediate', exact: true }).click()
    await page.getByRole('button', { name: /Sport/ }).click()
    await page.getByRole('option', { name: 'Tennis', exact: true }).click()
    expect(await send()).toEqual({ fshirt: 'ol', flevel: 3, fsport: 'tennis' })
  })

  it('say how many are left, and offer the line of what is full', async () => {
    await openFields(
      [
        {
          id: 'fseat',
          kind: 'division',
          label: 'Division',
          options: [option('oa', 'U10'), option('ob', 'U12'), option('oc', 'U14', { hasWaitlist: true })],
        },
      ],
      {
        left: [
          { field: 'fseat', option: 'oa', left: 12 },
          { field: 'fseat', option: 'ob', left: 0 },
          { field: 'fseat', option: 'oc', left: 0 },
        ],
      },
    )
    await expect.element(page.getByRole('radio', { name: 'U10 12 left' })).toBeEnabled()
    await expect.element(page.getByRole('radio', { name: 'U12 full' })).toBeDisabled()
    await page.getByRole('radio', { name: 'U14 full · join line' }).click()
    await expectAccessible()
    expect(await send('Join the line')).toEqual({ fseat: 'oc' })
    expect(requestsTo('POST /api/forms/:id/submissions')[0]?.body).toMatchObject({ acceptsWaiting: true, version: 3 })
  })

  it('can be put in order with buttons, by keyboard too', async () => {
    await openFields([{ id: 'frank', kind: 'ranking', label: 'Favorites', options: shirts, isRequired: true }])
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(page.getByText('This is required.').first()).toBeVisible()
    await focusOn(page.getByRole('button', { name: 'Move Large up' }))
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('row', { name: 'Large' })).toHaveTextContent('1.Large')
    await expectAccessible()
    expect(await send()).toEqual({ frank: ['ol', 'os', 'om'] })
  })

  it('keep an order that is right already', async () => {
    await openFields([{ id: 'frank', kind: 'ranking', label: 'Favorites', options: shirts, isRequired: true }])
    await page.getByRole('button', { name: 'This order is right' }).click()
    await expect.element(page.getByRole('group', { name: 'Favorites' })).toHaveFocus()
    expect(await send()).toEqual({ frank: ['os', 'om', 'ol'] })
  })
})

describe('Fields that find something', () => {
  it('find a city, a place and a person by name', async () => {
    await openFields(
      [
        { id: 'fcity', kind: 'city', label: 'City', isRequired: true },
        { id: 'fplace', kind: 'place', label: 'Court', isRequired: true },
        { id: 'fwith', kind: 'person', label: 'Partner', isRequired: true },
      ],
      { isMember: true },
    )
    const austin = { id: 4_671_654, name: 'Austin', state: 'TX', lat: 30.2, lng: -97.7, timeZone: 'America/Chicago', population: 1 }
    answerWith({
      'GET /api/cities': { cities: [austin] },
      'GET /api/cities/:id': austin,
      'GET /api/places/:id': { id: 'court', name: 'North Courts' },
      'GET /api/places/named': {
        places: [{ id: 'court', name: 'North Courts', lat: 1, lng: 1, address: '', cityName: 'Austin', cityState: 'TX', miles: null }],
      },
      'GET /api/teams/:id/people': { people: [{ person: { id: 'kim', name: 'Kim Lee', pictureUrl: null } }], next: null },
      'GET /api/profiles/:id': { id: 'kim', displayName: 'Kim Lee' },
    })
    await page.getByRole('combobox', { name: 'City' }).fill('aus')
    await page.getByRole('option', { name: /Austin/ }).click()
    await expect.element(page.getByText('Austin, TX')).toBeVisible()
    // The field has disappeared, so the button that brings it back has the focus.
    await expect.element(page.getByRole('button', { name: 'Choose another' })).toHaveFocus()
    await page.getByRole('combobox', { name: 'Court' }).fill('north')
    await page.getByRole('option', { name: /North Courts/ }).click()
    await page.getByRole('combobox', { name: 'Partner' }).fill('kim')
    await page.getByRole('option', { name: 'Kim Lee' }).click()
    await expect.element(page.getByText('Kim Lee')).toBeVisible()
    await expectAccessible()
    expect(requestsTo('GET /api/teams/:id/people').at(-1)?.query).toEqual({ q: 'kim' })
    expect(await send()).toEqual({ fcity: '4671654', fplace: 'court', fwith: 'kim' })
  })

  it('name nobody of a community to who is not in it', async () => {
    await openFields([{ id: 'fwith', kind: 'person', label: 'Partner' }])
    await expect.element(page.getByText('Only members of this community can choose somebody who is in it.')).toBeVisible()
    await expect.element(page.getByRole('combobox', { name: 'Partner' })).not.toBeInTheDocument()
  })
})

describe('Fields that agree to something', () => {
  it('are signed with a typed name, by keyboard', async () => {
    await openFields([
      { id: 'fwaiver', kind: 'waiver', label: 'Waiver', isRequired: true, text: '# Heat\n\nDrink **water**.' },
      { id: 'fphotos', kind: 'consent', label: 'You may take photos', isRequired: true },
    ])
    await expect.element(page.getByRole('region', { name: 'Text of Waiver' })).toHaveTextContent('Drink water.')
    await focusOn(page.getByRole('button', { name: 'Type your name instead' }))
    await userEvent.keyboard('{Enter}')
    await page.getByRole('textbox', { name: 'Your full name' }).fill('Jo Park')
    await focusOn(page.getByRole('checkbox', { name: 'You may take photos' }))
    await userEvent.keyboard(' ')
    await expectAccessibleInBothThemes()
    expect(await send()).toEqual({ fwaiver: { name: 'Jo Park' }, fphotos: true })
  })

  it('are signed by drawing, and cleared', async () => {
    await openFields([{ id: 'fsign', kind: 'signature', label: 'Signature', isRequired: true, way: 'drawn' }])
    const draw = async () => {
      await expect.element(page.getByRole('img', { name: 'Signature: not signed yet' })).toBeVisible()
      const canvas = page.getByRole('img', { name: 'Signature: not signed yet' })
      await userEvent.dragAndDrop(canvas, canvas, { sourcePosition: { x: 60, y: 60 }, targetPosition: { x: 300, y: 120 } })
      await expect.element(page.getByRole('img', { name: 'Signature: signed' })).toBeVisible()
    }
    await draw()
    await page.getByRole('button', { name: 'Clear Signature' }).click()
    await expect.element(page.getByRole('group', { name: 'Signature' })).toHaveFocus()
    await draw()
    const { width } = page.getByRole('img', { name: 'Signature: signed' }).element().getBoundingClientRect()
    await expectAccessible()
    const sent = (await send()) as { fsign: { strokes: number[][] } }
    const [stroke = []] = sent.fsign.strokes
    expect(stroke.length).toBeGreaterThanOrEqual(4)
    expect(stroke.every((number) => Number.isInteger(number))).toBe(true)
    expect(Math.abs((stroke[0] ?? 0) - (60 * 1000) / width)).toBeLessThan(5)
  })
})

describe('Fields that cost money', () => {
  const payment = { currency: 'usd', earlyUntil: '2199-03-01' }

  it('show the price of early people and of members, and add up', async () => {
    await openFields(
      [
        {
          ...{ id: 'fshirts', kind: 'product', label: 'Shirts', isMany: true, maxQuantity: 3 },
          options: [option('os', 'Small', { amount: 2500, earlyAmount: 2000 }), option('om', 'Medium', { amount: 2500, limit: 5 })],
        },
        {
          id: 'fticket',
          kind: 'product',
          label: 'Ticket',
          options: [option('of', 'Full', { amount: 6000, memberAmount: 5000 }), option('oh', 'Half', { amount: 3000 })],
        },
        { id: 'fgift', kind: 'ownAmount', label: 'Donation', min: 500 },
      ],
      { payment, isMember: true, left: [{ field: 'fshirts', option: 'om', left: 1 }] },
    )
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Small' }))
      .toHaveTextContent('Small$20 instead of $25 · until Mar 1, 2199')
    await expect.element(page.getByRole('radio', { name: /Full/ })).toHaveAccessibleName('Full $50 instead of $60 · for members')
    await page.getByRole('button', { name: /Increase.*Small/ }).click()
    await page.getByRole('button', { name: /Increase.*Small/ }).click()
    await page.getByRole('button', { name: /Increase.*Medium/ }).click()
    // Only one is left.
    await expect.element(page.getByRole('button', { name: /Increase.*Medium/ })).toBeDisabled()
    await page.getByRole('radio', { name: /Full/ }).click()
    await page.getByRole('textbox', { name: 'Donation' }).fill('1')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await expect.element(page.getByRole('textbox', { name: 'Donation' })).toHaveAccessibleDescription('Enter $5 or more.')
    await page.getByRole('textbox', { name: 'Donation' }).fill('7.50')
    await expectAccessibleInBothThemes()
    expect(await send('Pay $122.50')).toEqual({
      fshirts: [
        { option: 'os', quantity: 2 },
        { option: 'om', quantity: 1 },
      ],
      fticket: [{ option: 'of', quantity: 1 }],
      fgift: 750,
    })
    expect(requestsTo('POST /api/forms/:id/submissions')[0]?.body).toMatchObject({ total: { amount: 12_250, currency: 'usd' } })
  })

  it('compute what depends on other answers', async () => {
    await openFields([
      { id: 'fage', kind: 'number', label: 'Age' },
      { id: 'fnext', kind: 'computed', label: 'Next year', formula: 'fage + 1' },
    ])
    await page.getByRole('textbox', { name: 'Age' }).fill('11')
    await expect.element(page.getByRole('status').filter({ hasText: '12' })).toBeVisible()
  })
})

describe('A group', () => {
  const kids = {
    ...{ id: 'fkids', kind: 'group', label: 'Children', rowLabel: 'Child', minRows: 1, maxRows: 2 },
    fields: [
      { id: 'fname', kind: 'shortText', label: 'First name', isRequired: true },
      { id: 'fage', kind: 'number', label: 'Age', isRequired: true },
    ],
  }

  it('has a chip for each row, which is added, named, removed and brought back', async () => {
    await openFields([kids])
    await expect.element(page.getByRole('button', { name: 'Child 1' })).toHaveAttribute('aria-pressed', 'true')
    // One is needed.
    await expect.element(page.getByRole('button', { name: /Remove/ })).not.toBeInTheDocument()
    await page.getByRole('textbox', { name: 'First name' }).fill('Ava')
    await page.getByRole('textbox', { name: 'Age' }).fill('9')
    await page.getByRole('button', { name: 'Add Child' }).click()
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toHaveValue('')
    await expect.element(page.getByRole('button', { name: 'Add Child' })).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Child 2', exact: true })).toHaveFocus()
    await page.getByRole('textbox', { name: 'First name' }).fill('Leo')
    await page.getByRole('textbox', { name: 'Age' }).fill('7')
    await expectAccessibleInBothThemes()
    await page.getByRole('button', { name: 'Ava', exact: true }).click()
    await expect.element(page.getByRole('textbox', { name: 'Age' })).toHaveValue('9')
    await page.getByRole('button', { name: 'Remove Ava' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Age' })).toHaveValue('7')
    await expect.element(page.getByRole('button', { name: 'Leo', exact: true })).toHaveFocus()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Age' })).toHaveValue('9')
    expect(await send()).toEqual({
      fkids: [
        { fname: 'Ava', fage: 9 },
        { fname: 'Leo', fage: 7 },
      ],
    })
  })

  it('opens the row in which something is wrong', async () => {
    await openFields([kids])
    await page.getByRole('button', { name: 'Add Child' }).click()
    await page.getByRole('textbox', { name: 'First name' }).fill('Leo')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const faults = page.getByRole('region', { name: 'What needs a change' })
    await expect
      .element(faults)
      .toHaveTextContent(/3 answers need a change.*Child 1: First name: This is required\..*Child 1: Age.*Leo: Age/)
    await page.getByRole('link', { name: 'Child 1: Age' }).click()
    await expect.element(page.getByRole('textbox', { name: 'Age' })).toHaveFocus()
    await expect.element(page.getByRole('button', { name: 'Child 1', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('9')
    await expect.element(faults).toHaveTextContent('2 answers need a change')
  })
})
