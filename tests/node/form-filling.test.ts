import { describe, expect, it } from 'vitest'
import { decide } from '../../domain/forms/decide.ts'
import { indexContent } from '../../domain/forms/index-content.ts'
import { arrangeLeft, listAnswersToSend, wouldWait } from '../../web/forms/fill/answers-to-send.ts'
import { keepKnown, withFirstRows } from '../../web/forms/fill/fit-answers.ts'
import type { SavedAnswers } from '../../web/forms/fill/merge-answers.ts'
import { addGiven, prefillAnswers } from '../../web/forms/fill/prefill.ts'
import { restoreAnswers } from '../../web/forms/fill/restore-answers.ts'
import { toLines, toStrokes } from '../../web/forms/fill/signature-strokes.ts'
import { writeFault } from '../../web/forms/fill/write-fault.ts'
import { makeContent, option, whenIs } from '../setup/form-examples.ts'

const today = '2026-11-27'
const field = (id: string, kind: string, more: Record<string, unknown> = {}) => ({ id, kind, ...more })
const indexOf = (fields: ReturnType<typeof field>[], rules: unknown[] = []) =>
  indexContent(makeContent({ pages: [{ fields }], rules, payment: { currency: 'usd' } }))

describe('What a form begins with', () => {
  const index = indexOf([
    field('fname', 'shortText', { addressName: 'name' }),
    field('fsource', 'hidden', { addressName: 'source' }),
    field('fage', 'number', { addressName: 'age', max: 99 }),
    field('fnew', 'yesNo', { addressName: 'new' }),
    field('fshirt', 'choice', { addressName: 'shirt', options: [option('os', 'Small'), option('om', 'Medium')] }),
    field('fmail', 'email', { addressName: 'mail' }),
    field('fcity', 'city'),
    field('fpay', 'ownAmount'),
    field('fplain', 'shortText'),
    field('fwho', 'shortText', { label: 'Full name' }),
    field('fchild', 'shortText', { label: 'Name of the player' }),
    field('fsport', 'activity'),
    field('flevel', 'level'),
  ])
  const begin = (query: string, profile: Parameters<typeof prefillAnswers>[2] = null) =>
    prefillAnswers(index, new URLSearchParams(query), profile, today)

  it('comes from the address, by the names of the fields', () => {
    expect(begin('name=Jo%20Park&source=poster&age=12&new=no&shirt=medium')).toEqual({
      ...{ fname: 'Jo Park', fsource: 'poster', fage: 12, fnew: false, fshirt: 'om' },
    })
    expect(begin('shirt=os')).toEqual({ fshirt: 'os' })
  })

  it('has nothing that is not valid, no amount, and nothing of a field without a name', () => {
    expect(begin('age=100&new=maybe&shirt=huge&mail=nobody&fpay=5&fplain=x&age=')).toEqual({})
  })

  it('has what a profile says, unless the address says otherwise', () => {
    const activity = { id: 'pickleball', level: 3.5 } as const
    const profile = { name: 'Jo Park', email: 'jo@example.com', cityId: 4_671_654, activity }
    expect(begin('', profile)).toEqual({
      ...{ fmail: 'jo@example.com', fcity: '4671654', fwho: 'Jo Park', fsport: 'pickleball', flevel: 3.5 },
    })
    expect(begin('mail=kim@example.com', profile)).toMatchObject({ fmail: 'kim@example.com' })
    expect(begin('', { name: null, email: 'jo@example.com', cityId: null, activity: null })).toEqual({ fmail: 'jo@example.com' })
  })
})

describe('The address of a form that was begun before', () => {
  it('gives the source of the link, and changes nothing that was entered', () => {
    const index = indexOf([
      field('fname', 'shortText', { addressName: 'name' }),
      field('fteam', 'shortText', { addressName: 'team' }),
      field('fsource', 'hidden', { addressName: 'source' }),
    ])
    const given = prefillAnswers(index, new URLSearchParams('name=Ava&team=Aces&source=poster'), null, '2026-11-27')
    expect(addGiven(index, given, { fname: 'Jo', fsource: 'mail' })).toEqual({ fname: 'Jo', fteam: 'Aces', fsource: 'poster' })
  })
})

describe('Restoring what was begun', () => {
  const index = indexOf([
    field('fname', 'shortText'),
    field('fsum', 'computed', { formula: '1 + 1' }),
    field('fkids', 'group', { rowLabel: 'Child', minRows: 2, fields: [field('fkid', 'shortText', { label: 'Name' })] }),
  ])

  it('drops answers to fields that are gone, in rows too', () => {
    expect(
      keepKnown(index, { fname: 'Jo', fgone: 1, fsum: 2, fkid: 'not here', fkids: [{ fkid: 'Ava', fname: 'not here' }, 'no row'] }),
    ).toEqual({
      fname: 'Jo',
      fkids: [{ fkid: 'Ava' }],
    })
  })

  const restore = (device: Parameters<typeof restoreAnswers>[1]['device'], server: SavedAnswers | null) =>
    restoreAnswers(index, { device, server, first: {} })
  const saved = (savedAt: number, name: string): SavedAnswers => ({ answers: { fname: name }, savedAt })

  it('takes what is known of the newest version, whatever the clocks say', () => {
    expect(restore(null, null)).toBeNull()
    expect(restore(null, saved(1, 'a'))).toEqual({ answers: { fname: 'a' }, isMixed: false })
    expect(restore({ answers: { fname: 'b' }, saved: null }, null)).toEqual({ answers: { fname: 'b' }, isMixed: false })
    // Only the device has what was typed last.
    expect(restore({ answers: { fname: 'b' }, saved: saved(2, 'a') }, saved(2, 'a'))).toEqual({ answers: { fname: 'b' }, isMixed: false })
    // Everything on the device was saved before.
    expect(restore({ answers: { fname: 'a' }, saved: saved(2, 'a') }, saved(3, 'b'))).toMatchObject({
      ...{ answers: { fname: 'b' }, isMixed: false },
    })
  })

  it('adds what was saved elsewhere to what was only typed here, in rows too', () => {
    const kids = (...names: string[]) => names.map((fkid) => ({ fkid }))
    const device = {
      answers: { fname: 'Jo', fkids: kids('Ava', 'Bo B', 'Mine') },
      saved: { answers: { fkids: kids('Av', 'Bo') }, savedAt: 1 },
    }
    expect(restore(device, { answers: { fname: 'Joe', fkids: kids('Av', 'Bob', 'Theirs') }, savedAt: 2 })).toMatchObject({
      answers: { fname: 'Jo', fkids: kids('Ava', 'Bo B', 'Mine', 'Theirs') },
    })
    const elsewhere = { answers: { fkids: kids('Av', 'Bob') }, savedAt: 2 }
    expect(restore({ ...device, answers: { fname: 'Jo', fkids: kids('Av', 'Bo') } }, elsewhere)).toEqual({
      ...{ answers: { fname: 'Jo', fkids: kids('Av', 'Bob') }, isMixed: true },
    })
  })

  it('gives each group the rows that it needs', () => {
    expect(withFirstRows(index, {})).toEqual({ fkids: [{}, {}] })
    expect(withFirstRows(index, { fkids: [{ fkid: 'Ava' }] })).toEqual({ fkids: [{ fkid: 'Ava' }, {}] })
    const enough = { fkids: [{}, {}, {}] }
    expect(withFirstRows(index, enough)).toBe(enough)
  })
})

describe('What is sent', () => {
  const seats = [option('oa', 'A', { hasWaitlist: true }), option('ob', 'B')]
  const index = indexOf(
    [
      field('fplays', 'yesNo'),
      field('fwhy', 'shortText'),
      field('fsum', 'computed', { formula: '1 + 1' }),
      field('fshirts', 'product', { maxQuantity: 5, options: [option('os', 'Shirt', { amount: 100, hasWaitlist: true })] }),
      field('fkids', 'group', {
        ...{ rowLabel: 'Child', minRows: 0 },
        fields: [field('fseat', 'choice', { label: 'Seat', options: seats }), field('fnote', 'shortText', { label: 'Note' })],
      }),
    ],
    [{ id: 'r1', when: whenIs('fplays', true), actions: [{ do: 'show', field: 'fwhy' }] }],
  )
  const decideOn = (answers: Record<string, unknown>) => decide(index, answers, today)

  it('is only what is asked', () => {
    const answers = { fplays: false, fwhy: 'hidden now', fkids: [{ fseat: 'oa', fnote: '' }] }
    const sent = listAnswersToSend(index, decideOn(answers), answers)
    expect(sent).toEqual({ fplays: false, fkids: [{ fseat: 'oa' }] })
    expect(decide(index, sent, today).faults).toEqual([])
    const shown = { ...answers, fplays: true }
    expect(listAnswersToSend(index, decideOn(shown), shown)).toMatchObject({ fwhy: 'hidden now' })
  })

  it('waits if more of an option with a line is wanted than is left, over all rows and quantities', () => {
    const left = arrangeLeft([
      { field: 'fseat', option: 'oa', left: 1 },
      { field: 'fseat', option: 'ob', left: 0 },
      { field: 'fshirts', option: 'os', left: 2 },
    ])
    const waits = (answers: Record<string, unknown>) => wouldWait(index, decideOn(answers), left)
    expect(waits({})).toBe(false)
    expect(waits({ fkids: [{ fseat: 'oa' }] })).toBe(false)
    expect(waits({ fkids: [{ fseat: 'oa' }, { fseat: 'oa' }] })).toBe(true)
    // This one has no line.
    expect(waits({ fkids: [{ fseat: 'ob' }] })).toBe(false)
    expect(waits({ fshirts: [{ option: 'os', quantity: 2 }] })).toBe(false)
    expect(waits({ fshirts: [{ option: 'os', quantity: 3 }] })).toBe(true)
  })
})

describe('Signatures and words', () => {
  it('keeps what was drawn in a box that is 1,000 wide', () => {
    const strokes = toStrokes(
      [
        [
          { x: 0, y: 10 },
          { x: 250, y: 900 },
        ],
        [{ x: 499.7, y: -800 }],
      ],
      500,
    )
    expect(strokes).toEqual([
      [0, 20, 500, 1100],
      [999, -100],
    ])
    expect(toLines([[0, 20, 500, 300]], 250)).toEqual([
      [
        { x: 0, y: 5 },
        { x: 125, y: 75 },
      ],
    ])
  })

  it('writes the limits of an amount as money', () => {
    expect(writeFault({ kind: 'ownAmount' }, { code: 'tooSmall', limit: 500 }, { currency: 'usd' })).toBe('Enter $5 or more.')
    expect(writeFault({ kind: 'ownAmount' }, { code: 'tooLarge', limit: 5050 }, { currency: 'usd' })).toBe('Enter $50.50 or less.')
    expect(writeFault({ kind: 'number' }, { code: 'tooLarge', limit: 500 }, { currency: 'usd' })).toBe('Enter 500 or less.')
  })

  it('asks for a whole amount where the currency has no decimals', () => {
    const gift = (currency: 'usd' | 'jpy') => writeFault({ kind: 'ownAmount' }, { code: 'notANumber' }, { currency })
    expect([gift('usd'), gift('jpy')]).toEqual(['Enter a number, such as 12 or 9.5.', 'Enter a whole number, such as 12.'])
  })
})
